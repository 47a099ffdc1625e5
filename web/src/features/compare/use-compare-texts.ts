import { compare as de } from '../../texts/de/compare.ts';
import { compare as en } from '../../texts/en/compare.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Used only on the pages of layouts, presets and requests. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useCompareTexts = () => texts[useLanguage().language];
