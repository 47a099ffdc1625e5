import { views as de } from '../../../texts/de/editor-views.ts';
import { views as en } from '../../../texts/en/editor-views.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Of the editor alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useViewTexts = () => texts[useLanguage().language];
