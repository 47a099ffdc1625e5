import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The codes that an authenticator app shows for an `otpauth:` address (RFC 6238). The server accepts the
 * current code, the previous and the next one, each once: a test that needs several chooses by step.
 */
export function codeOf(uri: string, steps: -1 | 0 | 1 = 0): string {
  const secret = fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) as number) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Enough time for a slow machine to call the server. */
const CODE_MARGIN_MS = 8_000;

/**
 * The code of the previous step, which leaves the current one for later. It expires with the present step, so
 * this may wait for a new one.
 */
export async function earlierCode(uri: string): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  // Timers may fire a millisecond early.
  if (left < CODE_MARGIN_MS) await sleep(left + 50);
  return codeOf(uri, -1);
}

/** A code that is neither valid now nor within a minute. */
export const wrongCode = (uri: string): string => {
  const near = ([-1, 0, 1] as const).map((steps) => codeOf(uri, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) as string;
};
