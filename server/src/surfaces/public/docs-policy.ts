import { hash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The reference page runs its own scripts and connects to us only. It shares its origin with the app, so what it may run
 * is named by its hash: nothing that gets into the page otherwise runs.
 */
export function docsPolicy(payload: unknown): string {
  const page = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
  const hashes = Array.from(
    page.matchAll(INLINE_SCRIPT),
    ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}
