import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ShopifySecret } from '../../../kernel/shopify-secrets.ts';

const LIVE_SECRETS = 2;
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/**
 * A random secret that is never revealed, so no call is ever signed with it. A string, because other kinds of
 * keys take longer.
 */
const decoy = randomBytes(32).toString('hex');

/** The signature of a call, or null when it is missing or malformed. */
export function shopifySignature(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-shopify-hmac-sha256'];
  return typeof given === 'string' && SIGNATURE.test(given) ? given : null;
}

/**
 * The secrets that have signed the body, byte for byte as it was sent. All of them are tried, and at least two, so that
 * the time reveals neither which it was nor whether there are any.
 */
export function signersOf(
  secrets: readonly ShopifySecret[],
  headers: IncomingHttpHeaders,
  body: Buffer,
): ShopifySecret[] {
  const given = shopifySignature(headers);
  if (given === null) return [];
  const keys = secrets.map(({ secret }) => secret);
  while (keys.length < LIVE_SECRETS) keys.push(decoy);
  const matches = keys.map((key) => {
    // Compared as text: the last character of Base64 has unused bits, so decoding would ignore a change
    // there.
    const expected = Buffer.from(createHmac('sha256', key).update(body).digest('base64'));
    return timingSafeEqual(expected, Buffer.from(given));
  });
  return secrets.filter((_, index) => matches[index]);
}
