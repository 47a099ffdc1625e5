import { pictures as de } from '../../../texts/de/editor-pictures.ts';
import { pictures as en } from '../../../texts/en/editor-pictures.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only by the editor, so they load with it and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const usePictureTexts = () => texts[useLanguage().language];
