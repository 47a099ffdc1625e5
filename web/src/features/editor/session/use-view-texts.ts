import { views as de } from '../../../texts/de/editor-views.ts';
import { views as en } from '../../../texts/en/editor-views.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only by the editor, so they load with it and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useViewTexts = () => texts[useLanguage().language];
