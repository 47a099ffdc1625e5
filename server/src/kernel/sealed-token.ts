import type { OpenVault, SealPlace } from './ports.ts';

/** A sealed text as it can stand in an address. */
export const sealToken = (vault: OpenVault, place: SealPlace, plain: string): string =>
  vault.seal(place, plain).toString('base64url');

/** What was sealed there; `null` for whatever was not. */
export function openToken(vault: OpenVault, place: SealPlace, token: string): string | null {
  const sealed = Buffer.from(token, 'base64url');
  // Decoding passes over what it does not know and over bits that are left at the end.
  if (sealed.toString('base64url') !== token) return null;
  try {
    return vault.open(place, sealed);
  } catch {
    return null;
  }
}
