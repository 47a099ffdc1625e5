import { sides as de } from '../../../texts/de/editor-sides.ts';
import { sides as en } from '../../../texts/en/editor-sides.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Of the editor alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useSideTexts = () => texts[useLanguage().language];
