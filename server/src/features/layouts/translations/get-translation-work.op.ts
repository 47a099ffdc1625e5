import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { hashOf } from '../content/hash-text.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';
import { MainTexts } from '../content/stale.rules.ts';
import { stateOf } from '../saving/save-layout.ts';
import { findPreviousSourceTexts } from './previous-source-texts.ts';
import { requireTranslation } from './require-translation.ts';
import { findOpenTranslationWork, toTranslationWork } from './translation-work.rules.ts';
import { translationWork } from './translation-work.schema.ts';
import { refuseMainLanguage } from './translations.rules.ts';
import { localeInput } from './translations.schema.ts';

export const getTranslationWork = appOperation({
  name: 'get_translation_work',
  summary: 'Get the texts to translate in a language, next to those of the main language.',
  app: [{ method: 'GET', path: '/email-templates/:id/translations/:locale/work', role: 'viewer' }],
  input: z.object({ id: idInput('layout'), locale: localeInput }),
  output: translationWork,
  errorKinds: ['not_found'],
  find: requireTranslation,
  async run(ctx, _input, { row, locale, ...stored }) {
    const state = stateOf({ row, ...stored });
    refuseMainLanguage(state, locale);
    const [main, own] = [mainContentOf(state), state.languages[locale] as LanguageContent];
    const work = findOpenTranslationWork(own, main, new MainTexts(main, hashOf(ctx)));
    await yieldToEventLoop();
    const found = await findPreviousSourceTexts(ctx, row, work.wanted);
    return { value: toTranslationWork(work, found, { main: main.bodyDesign, own: own.bodyDesign }) };
  },
});
