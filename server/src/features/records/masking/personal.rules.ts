import { isMask, MASK } from './mask.rules.ts';

/** What a piece of personal data is, as far as its mask depends on it. */
export type PersonalKind =
  | 'email'
  | 'phone'
  | 'name'
  | 'street'
  | 'place'
  | 'number'
  | 'birth'
  | 'ip'
  | 'geo';

/** So many whatever the length: a mask tells nothing about what it hides. */
const STARS = '******';

const MASKED =
  /^(?:[^\s*]{0,2}\*{6}(?:(?:@|%40|&#64;|&#x40;|&commat;|\\u0040)\S+)?|\*{8}\d{0,2}|\[secret:\w{1,100}\])$/iu;

/** What this service wrote itself; masking it again would change what was already shown. */
export const isMasked = (text: string) => isMask(text) || MASKED.test(text);

const firstSigns = (text: string, count: number) => Array.from(text.slice(0, 4)).slice(0, count).join('');

/** `ma******@example.com` (contract: Senders, secrets, files 2). The at-sign may be written in any way. */
export function maskedEmail(local: string, at: string, domain: string): string {
  return `${firstSigns(local.replace(/^["']/, ''), 2)}${STARS}${at}${domain}`;
}

export function maskedPhone(text: string): string {
  return MASK + text.replace(/\D/g, '').slice(-2);
}

export const maskedName = (text: string) => `${firstSigns(text.trim(), 1)}${STARS}`;

const EMAIL = /^([^@]*)(@)([^@\s]+)$/;

export function maskOf(kind: PersonalKind, text: string): string {
  if (kind === 'phone') return maskedPhone(text);
  if (kind === 'name') return maskedName(text);
  const email = kind === 'email' ? EMAIL.exec(text.trim()) : null;
  return email ? maskedEmail(email[1] as string, '@', email[3] as string) : MASK;
}
