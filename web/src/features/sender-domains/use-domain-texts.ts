import { senderDomains as de } from '../../texts/de/sender-domains.ts';
import { senderDomains as en } from '../../texts/en/sender-domains.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Long and used by a single page, so they load with that page and not up front. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useDomainTexts = () => texts[useLanguage().language];
