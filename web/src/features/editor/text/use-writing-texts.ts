import { writing as de } from '../../../texts/de/editor-writing.ts';
import { writing as en } from '../../../texts/en/editor-writing.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Of the editor alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useWritingTexts = () => texts[useLanguage().language];
