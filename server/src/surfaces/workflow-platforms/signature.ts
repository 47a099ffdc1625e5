import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Standard Webhooks, symmetric (v1): https://www.standardwebhooks.com. Its own package reads bodies as text and
 * timestamps leniently, so that two different calls can have one signature; here every byte that was sent counts.
 */
const TOLERANCE_SECONDS = 300;
const LIVE_SECRETS = 2;
const SECRET_PREFIX = 'whsec_';

/** A full stop separates the signed parts, so an ID that contains one would be ambiguous. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,256}$/;
const TIMESTAMP = /^[1-9]\d{0,11}$/;
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;

/** A random secret that is never revealed, so no call is ever signed with it. */
const decoy = SECRET_PREFIX + randomBytes(32).toString('base64');

export interface Signature {
  id: string;
  timestamp: string;
  /** Base64; a platform that rotates its secret sends one for each. */
  candidates: string[];
}

const headerOf = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** The three headers, or null when one is missing, malformed or too far from now (contract: Workflow platforms 1). */
export function readSignature(headers: IncomingHttpHeaders, now: Date): Signature | null {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!ID.test(id) || !TIMESTAMP.test(timestamp)) return null;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return null;
  const candidates = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((entry) => SIGNATURE.exec(entry)?.[1] ?? []);
  return candidates.length > 0 ? { id, timestamp, candidates } : null;
}

/** A key object, because a key passed as bytes costs 20 to 25 µs more per call. */
const keyOf = (secret: string) => createSecretKey(Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'));

/**
 * Whether one of the secrets has signed the body. The same number of keys is always tried, each against every
 * candidate, so that the time reveals neither which secret it was nor whether there are any.
 */
export function isSignedWith(
  secrets: readonly string[],
  { id, timestamp, candidates }: Signature,
  body: Buffer,
): boolean {
  const tried = [...secrets];
  while (tried.length < LIVE_SECRETS) tried.push(decoy);
  let found = false;
  for (const secret of tried) {
    const hmac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body);
    // Compared as text: the last character of Base64 has unused bits, so decoding would ignore a change
    // there.
    const expected = Buffer.from(hmac.digest('base64'));
    for (const candidate of candidates) found = timingSafeEqual(expected, Buffer.from(candidate)) || found;
  }
  return found;
}
