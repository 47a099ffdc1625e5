import { translate as de } from '../../../texts/de/translate.ts';
import { translate as en } from '../../../texts/en/translate.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only for translating, so they load with it and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useTranslateTexts = () => texts[useLanguage().language];
