import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const LIVE_SECRETS = 2;
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/** A random secret that nobody knows, so nothing is ever signed with it; a text, as keys of other kinds take longer. */
const decoy = randomBytes(32).toString('hex');

/**
 * Whether one of the app's secrets has signed the body, byte for byte as it was sent. All of them are tried, and at
 * least two, so that the time reveals neither which it was nor whether there are any.
 */
export function isSignedByShopify(
  secrets: readonly string[],
  headers: IncomingHttpHeaders,
  body: Buffer,
): boolean {
  const given = headers['x-shopify-hmac-sha256'];
  if (typeof given !== 'string' || !SIGNATURE.test(given)) return false;
  const keys = [...secrets];
  while (keys.length < LIVE_SECRETS) keys.push(decoy);
  let found = false;
  for (const key of keys) {
    // As texts: the last character of Base64 has bits that do not count, and a changed one is a changed signature.
    const expected = Buffer.from(createHmac('sha256', key).update(body).digest('base64'));
    found = timingSafeEqual(expected, Buffer.from(given)) || found;
  }
  return found;
}
