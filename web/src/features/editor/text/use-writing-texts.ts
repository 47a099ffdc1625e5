import { writing as de } from '../../../texts/de/editor-writing.ts';
import { writing as en } from '../../../texts/en/editor-writing.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only by the editor, so they load with it and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useWritingTexts = () => texts[useLanguage().language];
