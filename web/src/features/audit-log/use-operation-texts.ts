import { operations as de } from '../../texts/de/operations.ts';
import { operations as en } from '../../texts/en/operations.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Of this page alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useOperationTexts = () => texts[useLanguage().language];
