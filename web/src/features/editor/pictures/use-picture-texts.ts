import { pictures as de } from '../../../texts/de/editor-pictures.ts';
import { pictures as en } from '../../../texts/en/editor-pictures.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Of the editor alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const usePictureTexts = () => texts[useLanguage().language];
