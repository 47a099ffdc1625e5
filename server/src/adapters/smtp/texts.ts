import type { MailServer } from '../../kernel/mail.ts';

const MAX_SERVER_TEXT = 200;
const MAX_FILENAME = 200;
/** Shorter ones appear in many responses by chance. */
const SHORTEST_SECRET = 3;

/** Line ends of every kind and other control characters. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** Characters that reorder text; the direction marks that languages need are kept. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes line breaks, because a header is one line. */
export const oneLine = (text: string) =>
  text.toWellFormed().replace(REORDERING, '').replace(BREAKS, ' ').trim();

export const plainFilename = (name: string) =>
  [...oneLine(name).replace(/[/\\]/g, '_')].slice(0, MAX_FILENAME).join('') || 'attachment';

/**
 * A server's message for a person, as one short line without credentials, because a server may echo what we
 * sent.
 */
export function serverText(text: string, { username, password }: MailServer): string {
  const base64 = (value: string) => Buffer.from(value).toString('base64');
  const secrets = [`\0${username ?? ''}\0${password ?? ''}`, password ?? '', username ?? '']
    .flatMap((value) => [value, base64(value), base64(value).replace(/=+$/, '')])
    .filter((value) => value.length >= SHORTEST_SECRET);
  const masked = secrets.reduce((shown, secret) => shown.replaceAll(secret, '********'), text);
  return [...oneLine(masked)].slice(0, MAX_SERVER_TEXT).join('');
}
