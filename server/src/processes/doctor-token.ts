import { hkdfSync, timingSafeEqual } from 'node:crypto';

const LENGTH = 32;
/** How long one can be used, in either direction: it is sent to whatever answers at our address. */
const TURN_MS = 300_000;

const tokenOf = (masterKey: Buffer, turn: number) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `outstep doctor ${turn}`, LENGTH));

/** By which `doctor` and the API know each other: both have the master key, and nobody else. */
export const doctorToken = (masterKey: Buffer, now: number) =>
  tokenOf(masterKey, Math.floor(now / TURN_MS)).toString('base64url');

export function isDoctorToken(masterKey: Buffer, now: number, text: string): boolean {
  const given = Buffer.from(text, 'base64url');
  const turn = Math.floor(now / TURN_MS);
  return (
    given.length === LENGTH &&
    [turn - 1, turn, turn + 1].some((each) => timingSafeEqual(given, tokenOf(masterKey, each)))
  );
}
