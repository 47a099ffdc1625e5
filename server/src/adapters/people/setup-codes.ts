import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PeopleQuery } from './accounts.ts';

/** 32 letters and digits that are hard to confuse, so that each is worth five bits and a code a hundred. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 20;
const VALID_MINUTES = 60;
/** Includes spaces and dashes; anything longer cannot be a code and is not worth hashing. */
const MAX_TYPED = 100;

export interface SetupCode {
  code: string;
  endsAt: Date;
}

// The first account makes every code useless, so none is issued after it.
const RENEW = `
  insert into people_setup_code as c (code_hash, ends_at)
  select $1::bytea, now() + make_interval(mins => $2::integer) where not exists (select from people)
  on conflict (id) do update set code_hash = excluded.code_hash, ends_at = excluded.ends_at
  returning ends_at as "endsAt"`;
const LIVE = 'select code_hash as hash from people_setup_code where ends_at > now()';

function newCode(): string {
  const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.replace(/(.{5})(?=.)/g, '$1-');
}

/** Normalizes what was typed: case, spaces and dashes do not matter. */
export function hashOfSetupCode(typed: string): Buffer {
  const plain = typed.length > MAX_TYPED ? '' : typed.replace(/[\s-]/g, '').toUpperCase();
  return createHash('sha256').update(plain).digest();
}

export type SetupCodes = ReturnType<typeof createSetupCodes>;

/**
 * The code that creating the first account requires (contract: The app 22). Only its hash is stored, and it
 * is never logged.
 */
export function createSetupCodes(query: PeopleQuery) {
  return {
    /** A new code, which invalidates the previous one; `null` once there is an account. */
    async renew(): Promise<SetupCode | null> {
      const code = newCode();
      const [made] = await query<{ endsAt: Date }>(RENEW, [hashOfSetupCode(code), VALID_MINUTES]);
      return made ? { code, endsAt: made.endsAt } : null;
    },

    /** Whether this is the current code. Creating the account uses it up. */
    async isLive(typed: string): Promise<boolean> {
      const given = hashOfSetupCode(typed);
      const [live] = await query<{ hash: Buffer }>(LIVE);
      return timingSafeEqual(live?.hash ?? Buffer.alloc(given.length), given) && live !== undefined;
    },
  };
}
