import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { isFound, pageOf, pageOfArray, searchInput, wholePageInput } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { localesOf } from '../content/languages.rules.ts';
import { requireWholeLayout } from '../content/layout-document.ts';
import { stateOf } from '../saving/save-layout.ts';
import { viewsOfLanguages } from './require-translation.ts';
import { translation } from './translations.schema.ts';

export const listTranslations = operation({
  name: 'list_translations',
  summary: 'List every language of a layout with its content, main language first.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/translations' }],
  tool: {
    name: 'list_translations',
    title: 'List the languages of a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({ id: idInput('layout'), ...wholePageInput, ...searchInput('locale and subject') }),
  output: pageOf(translation),
  find: requireWholeLayout,
  async run(ctx, { page, limit, q }, stored) {
    const state = stateOf(stored);
    const found = localesOf(state).filter((locale) =>
      isFound(q, [locale, state.languages[locale]?.subject ?? '']),
    );
    const { items, ...envelope } = pageOfArray({ page, limit }, found);
    const viewOf = viewsOfLanguages(ctx, stored);
    const views: ReturnType<typeof viewOf>[] = [];
    for (const locale of items) {
      views.push(viewOf(locale));
      await yieldToEventLoop();
    }
    return { value: { items: views, ...envelope } };
  },
});
