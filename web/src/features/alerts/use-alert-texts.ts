import { alerts as de } from '../../texts/de/alerts.ts';
import { alerts as en } from '../../texts/en/alerts.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Of one page alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useAlertTexts = () => texts[useLanguage().language];
