import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { updatingTool } from '../../../kernel/tool-annotations.ts';
import { etagOfLayout, layoutChangedSince } from '../content/layout-document.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { requireTranslation } from './require-translation.ts';
import { refuseMainLanguage, withoutLanguage } from './translations.rules.ts';
import { localeInput } from './translations.schema.ts';

export const deleteTranslation = operation({
  name: 'delete_translation',
  summary: 'Remove a language from a layout.',
  description: "Emails in this language then use the layout's own content.",
  access: 'write',
  budget: 'request',
  rest: [{ method: 'DELETE', path: '/email-templates/:id/translations/:locale' }],
  tool: {
    name: 'delete_translation',
    title: 'Remove a language from a layout',
    toolset: 'layouts',
    annotations: updatingTool,
  },
  input: z.object({ id: idInput('layout'), locale: localeInput }),
  output: z.object({ deleted: z.literal(true), locale: z.string() }),
  find: requireTranslation,
  etagOf: etagOfLayout,
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, _input, { locale, ...found }, auditRows) {
    await saveLayout(ctx, found, {
      auditRows,
      change(state) {
        refuseMainLanguage(state, locale);
        if (!state.languages[locale]) throw notFound();
        return withoutLanguage(state, locale);
      },
    });
    return { value: { deleted: true as const, locale } };
  },
});
