import { translate as de } from '../../../texts/de/translate.ts';
import { translate as en } from '../../../texts/en/translate.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Of Translate alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useTranslateTexts = () => texts[useLanguage().language];
