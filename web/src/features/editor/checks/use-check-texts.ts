import { checks as de } from '../../../texts/de/editor-checks.ts';
import { checks as en } from '../../../texts/en/editor-checks.ts';
import { type Language, useLanguage } from '../../../texts/texts.tsx';

/** Used only by the checks, which load after the editor. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useCheckTexts = () => texts[useLanguage().language];
