import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AuthSecret } from '../adapters/people/auth.ts';
import type { Config } from '../config.ts';

const SECRET_BYTES = 32;

/**
 * Identified by a fingerprint, so that the right secret is used for decryption while the master key is
 * rotated.
 */
function secretOf(masterKey: Buffer): AuthSecret {
  const secret = hkdfSync('sha256', masterKey, '', 'outstep sessions', SECRET_BYTES);
  const value = Buffer.from(secret).toString('base64');
  return { version: createHash('sha256').update(value).digest().readUInt32BE(0), value };
}

/**
 * The secrets that sign sessions and seal second factors, derived from the current and the previous master
 * key.
 */
export const sessionSecrets = ({
  masterKey,
  previousMasterKey,
}: Pick<Config, 'masterKey' | 'previousMasterKey'>): [AuthSecret, ...AuthSecret[]] => [
  secretOf(masterKey),
  ...(previousMasterKey && !previousMasterKey.equals(masterKey) ? [secretOf(previousMasterKey)] : []),
];

const TOKEN_LENGTH = 32;
/** How long a token is valid, in both directions: it is sent to whichever server responds at our address. */
const TURN_MS = 300_000;

const tokenOf = (masterKey: Buffer, turn: number) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `outstep doctor ${turn}`, TOKEN_LENGTH));

/** Lets the API recognize `doctor`: only they have the master key. */
export const doctorToken = (masterKey: Buffer, now: number) =>
  tokenOf(masterKey, Math.floor(now / TURN_MS)).toString('base64url');

export function isDoctorToken(masterKey: Buffer, now: number, text: string): boolean {
  const given = Buffer.from(text, 'base64url');
  const turn = Math.floor(now / TURN_MS);
  return (
    given.length === TOKEN_LENGTH &&
    [turn - 1, turn, turn + 1].some((each) => timingSafeEqual(given, tokenOf(masterKey, each)))
  );
}
