import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { creatingTool } from '../../../kernel/tool-annotations.ts';
import { hashOf } from '../content/hash-text.ts';
import { etagOfLayout, layoutChangedSince } from '../content/layout-document.ts';
import { layout } from '../content/layouts.schema.ts';
import { viewLayout } from '../content/layouts.view.ts';
import { promoteLanguage } from '../content/promote.rules.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { requireTranslation } from './require-translation.ts';
import { refuseMainLanguage } from './translations.rules.ts';
import { localeInput } from './translations.schema.ts';

export const promoteTranslation = operation({
  name: 'promote_translation',
  summary: 'Make a language the main language of the layout.',
  description:
    'Swaps the content of the layout and of the translation; emails in every language stay the same. To undo this exactly, in every language, restore the previous version.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/:id/translations/:locale/promote' }],
  tool: {
    name: 'promote_translation',
    title: 'Make a language the main language',
    toolset: 'layouts',
    annotations: creatingTool,
  },
  input: z.object({ id: idInput('layout'), locale: localeInput }),
  output: z.object({ promoted: z.string(), previousMainLanguage: z.string(), layout }),
  revised: true,
  find: requireTranslation,
  etagOf: etagOfLayout,
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, _input, { locale, ...found }, auditRows) {
    let previousMainLanguage = found.row.defaultLocale;
    const saved = await saveLayout(ctx, found, {
      auditRows,
      source: 'promote',
      summary: `Promoted ${locale}`,
      change(state) {
        refuseMainLanguage(state, locale);
        if (!state.languages[locale]) throw notFound();
        previousMainLanguage = state.defaultLocale;
        return promoteLanguage(state, locale, hashOf(ctx));
      },
    });
    return {
      value: { promoted: locale, previousMainLanguage, layout: viewLayout(saved) },
      etag: etagOfLayout(saved),
    };
  },
});
