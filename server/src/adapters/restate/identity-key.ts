import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RAW_KEY_BYTES = 32;

function base58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(0, zeros)) + text;
}

/** The key that the engine signs its calls to workers with, created on first use, and its public half. */
export function identityKey(file: string): { file: string; publicKey: string } {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  const der = createPublicKey(readFileSync(file)).export({ type: 'spki', format: 'der' });
  return { file, publicKey: `publickeyv1_${base58(der.subarray(-RAW_KEY_BYTES))}` };
}
