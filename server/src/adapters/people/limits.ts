import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { PeopleQuery } from './accounts.ts';

/** Allows `most` attempts at once, and one more after every `seconds` seconds. */
interface AttemptLimit {
  most: number;
  seconds: number;
}

/** Counts failed attempts; a successful one is refunded. Links always count. */
const LIMITS = {
  /** Passwords for one account: from anywhere, and from a browser that has signed in to it. */
  'password of account': { most: 10, seconds: 300 },
  'password from device': { most: 10, seconds: 300 },
  /** Codes after the right password. */
  'code of account': { most: 10, seconds: 600 },
  'code from device': { most: 10, seconds: 600 },
  /** Step-ups of a signed-in person. */
  'proof of account': { most: 10, seconds: 300 },
  /** All of these from one address, whichever accounts they are for. */
  'attempt from address': { most: 50, seconds: 60 },
  /** Links for setting a new password. */
  'link to account': { most: 5, seconds: 900 },
  'link from address': { most: 20, seconds: 60 },
} as const satisfies Record<string, AttemptLimit>;

export type LimitName = keyof typeof LIMITS;

/** A limit and the account or address that it applies to. */
export type LimitedAttempt = readonly [limit: LimitName, of: string];

// Rejected attempts are not counted, so that continued attempts do not extend the wait.
const TAKE = `
  insert into people_limits as l (key, spent, at) values ($1, 1, now())
  on conflict (key) do update
    set spent = greatest(0, l.spent - extract(epoch from now() - l.at) / $3::double precision) + 1, at = now()
    where greatest(0, l.spent - extract(epoch from now() - l.at) / $3::double precision) + 1 <= $2::double precision
  returning true as taken`;
const REFUND = 'update people_limits set spent = greatest(0, spent - 1) where key = any($1)';

/** The address of one caller: for IPv6, the /64 network, because providers assign these. */
export function networkOf(address: string | null): string {
  if (!address || !ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** Counted in the database, so that all processes count together. */
export function createAttemptLimits(query: PeopleQuery, secret: string) {
  const keyOf = ([limit, of]: LimitedAttempt) =>
    createHmac('sha256', secret).update(`${limit}\0${of}`).digest();

  async function refundAttempts(attempts: readonly LimitedAttempt[]): Promise<void> {
    if (attempts.length > 0) await query(REFUND, [attempts.map(keyOf)]);
  }

  return {
    giveBack: refundAttempts,

    /** Takes one attempt of each. If any has none left, takes none and returns the seconds to wait. */
    async take(attempts: readonly LimitedAttempt[]): Promise<number | null> {
      for (const [index, attempt] of attempts.entries()) {
        const { most, seconds } = LIMITS[attempt[0]];
        if ((await query(TAKE, [keyOf(attempt), most, seconds])).length > 0) continue;
        await refundAttempts(attempts.slice(0, index));
        return seconds;
      }
      return null;
    },
  };
}
