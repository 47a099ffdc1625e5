import { sides as de } from '../../../texts/de/editor-sides.ts';
import { sides as en } from '../../../texts/en/editor-sides.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only by the editor, so they load with it and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useSideTexts = () => texts[useLanguage().language];
