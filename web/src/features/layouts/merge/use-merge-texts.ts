import { layoutMerge as de } from '../../../texts/de/layout-merge.ts';
import { layoutMerge as en } from '../../../texts/en/layout-merge.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only on the page of a layout. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useMergeTexts = () => texts[useLanguage().language];
