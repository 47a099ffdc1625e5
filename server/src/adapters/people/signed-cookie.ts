import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookies } from 'better-call';

/** What is in a cookie that the library has signed, as it signs; `null` if nobody has signed it. */
export function readSignedCookie(cookies: string, name: string, secret: string): string | null {
  const value = parseCookies(cookies).get(name);
  const at = value?.lastIndexOf('.') ?? -1;
  if (!value || at < 1) return null;
  const text = value.slice(0, at);
  const signature = Buffer.from(value.slice(at + 1), 'base64');
  const expected = createHmac('sha256', secret).update(text).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? text : null;
}
