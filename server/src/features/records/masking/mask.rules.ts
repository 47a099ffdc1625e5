/** Replaces a literal credential in everything that leaves the service. */
export const MASK = '********';

/** Our mask or another system's asterisks; neither is a credential. */
export const isMask = (text: string) => /^\*+$/.test(text);

/** The kinds of personal data that masking distinguishes. */
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

/** A fixed number, so that a mask does not reveal a length. */
const STARS = '******';

const MASKED =
  /^(?:[^\s*]{0,2}\*{6}(?:(?:@|%40|&#64;|&#x40;|&commat;|\\u0040)\S+)?|\*{8}\d{0,2}|\[secret:\w{1,100}\])$/iu;

/** Masks of this service; masking them again would change what was already shown. */
export const isMasked = (text: string) => isMask(text) || MASKED.test(text);

const firstSigns = (text: string, count: number) => Array.from(text.slice(0, 4)).slice(0, count).join('');

/** `ma******@example.com`. The at-sign may be escaped. */
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
