import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { pageOf, unpaged } from '../../../kernel/page.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { localesOf } from '../content/languages.rules.ts';
import { requireWholeLayout } from '../content/require-layout.ts';
import { stateOf } from '../saving/save-layout.ts';
import { viewOfLanguage } from './require-translation.ts';
import { translation } from './translations.schema.ts';

export const listTranslations = operation({
  name: 'list_translations',
  summary: 'List every language of a layout with its content, the main one first.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/translations' }],
  tool: {
    name: 'list_translations',
    title: 'List the languages of a layout',
    toolset: 'layouts',
    annotations: reading,
  },
  input: z.object({ id: idInput('layout') }),
  output: pageOf(translation),
  find: requireWholeLayout,
  async run(ctx, _input, stored) {
    const locales = localesOf(stateOf(stored));
    return { value: unpaged(locales.map((locale) => viewOfLanguage(ctx, stored, locale))) };
  },
});
