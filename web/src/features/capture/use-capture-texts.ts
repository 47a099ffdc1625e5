import { capture as de } from '../../texts/de/capture.ts';
import { capture as en } from '../../texts/en/capture.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Of two pages alone: they come with them and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useCaptureTexts = () => texts[useLanguage().language];
