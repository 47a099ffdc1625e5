import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { etagOfLayout } from '../content/layout-document.ts';
import { requireTranslation, viewOfLanguage } from './require-translation.ts';
import { localeInput, translation } from './translations.schema.ts';

export const getTranslation = operation({
  name: 'get_translation',
  summary: 'Get one language of a layout.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/translations/:locale' }],
  tool: {
    name: 'get_translation',
    title: 'Get one language of a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({ id: idInput('layout'), locale: localeInput }),
  output: translation,
  revised: true,
  find: requireTranslation,
  async run(ctx, _input, found) {
    return { value: viewOfLanguage(ctx, found, found.locale), etag: etagOfLayout(found) };
  },
});
