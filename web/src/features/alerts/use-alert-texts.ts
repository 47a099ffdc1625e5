import { alerts as de } from '../../texts/de/alerts.ts';
import { alerts as en } from '../../texts/en/alerts.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Used by a single page, so they load with that page and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useAlertTexts = () => texts[useLanguage().language];
