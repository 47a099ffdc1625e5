import type { OpenVault, SealContext } from './ports.ts';

/** Seals text and encodes it for a URL. */
export const sealToken = (vault: OpenVault, place: SealContext, plain: string): string =>
  vault.seal(place, plain).toString('base64url');

/** The text that was sealed there; `null` for any other token. */
export function openToken(vault: OpenVault, place: SealContext, token: string): string | null {
  const sealed = Buffer.from(token, 'base64url');
  // Decoding ignores unknown characters and trailing bits, so the encoding is compared.
  if (sealed.toString('base64url') !== token) return null;
  try {
    return vault.open(place, sealed);
  } catch {
    return null;
  }
}
