import { capture as de } from '../../texts/de/capture.ts';
import { capture as en } from '../../texts/en/capture.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Used by two pages only, so they load with them and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useCaptureTexts = () => texts[useLanguage().language];
