import { z } from 'zod';
import { text } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, pageOfArray } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { testVariablesOf } from '../compiling/mail-source.ts';
import { localesOf } from '../content/languages.rules.ts';
import { requireWholeLayout } from '../content/layout-document.ts';
import { stateOf } from '../saving/save-layout.ts';
import { type Finding, finding } from './finding.schema.ts';
import { findInLanguage, mainTextsOf, renderLanguage } from './render-language.ts';

export const checkLayout = operation({
  name: 'check_email_template',
  summary: 'Check a layout for issues, in every language.',
  description:
    'Covers alternative texts, contrast, links, headings, sizes, the subject, legal requirements for marketing email, variables and outdated languages. Uses the test variables of the design. Within each language, errors come first.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/findings' }],
  tool: {
    name: 'check_email_template',
    title: 'Check a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({
    id: idInput('layout'),
    ...pageInput,
    locale: text(100).optional().describe('Check only this language of the layout. Default: all languages.'),
  }),
  output: pageOf(finding),
  find: requireWholeLayout,
  async run(ctx, { page, limit, locale: only }, stored) {
    const state = stateOf(stored);
    const wanted = only === undefined ? null : normalLocale(only);
    const locales = localesOf(state);
    const main = locales.length > 1 ? mainTextsOf(ctx, state) : undefined;
    const found: Finding[] = [];
    for (const locale of locales) {
      if (wanted !== null && locale !== wanted) continue;
      const mail = { locale, variables: testVariablesOf(state, locale) };
      const rendered = await renderLanguage(ctx, stored.row.id, state, mail);
      found.push(...(await findInLanguage(ctx, state, mail, rendered, main)));
      await yieldToEventLoop();
    }
    return { value: pageOfArray({ page, limit }, found) };
  },
});
