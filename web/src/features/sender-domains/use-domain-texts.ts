import { senderDomains as de } from '../../texts/de/sender-domains.ts';
import { senderDomains as en } from '../../texts/en/sender-domains.ts';
import { type Language, useLanguage } from '../../texts/texts.tsx';

/** Long, and of one page alone: they come with it and not with the first load. */
const texts: Readonly<Record<Language, typeof en>> = { en, de };

export const useDomainTexts = () => texts[useLanguage().language];
