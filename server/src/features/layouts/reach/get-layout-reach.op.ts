import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { findReach } from '../../delivery/reach/find-reach.ts';
import { requireLayout } from '../content/require-layout.ts';
import { localesOfLayout } from './languages.store.ts';
import { layoutReach } from './reach.schema.ts';

export const getLayoutReach = operation({
  name: 'get_email_template_reach',
  summary: 'Tell what a change of a layout reaches: workflow steps, languages, and runs of the last 30 days.',
  description:
    'To be asked before a layout is changed or deleted. Steps are those that use it now; they fail once it is deleted.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/reach' }],
  tool: {
    name: 'get_email_template_reach',
    title: 'What a change of a layout reaches',
    toolset: 'layouts',
    annotations: reading,
  },
  input: z.object({ id: idInput('layout') }),
  output: layoutReach,
  find: requireLayout,
  async run(ctx, _input, { id }) {
    const locales = await localesOfLayout(ctx.db, id);
    const { reach, runsIn } = await findReach(ctx, 'EMAIL', [id]);
    return {
      value: { ...reach, languages: locales.map((locale) => ({ locale, runs: runsIn(id, locale) })) },
    };
  },
});
