import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { PeopleQuery } from './accounts.ts';

/** So many at once, and one more each time so many seconds have passed. */
interface AttemptLimit {
  most: number;
  seconds: number;
}

/** Attempts in vain; one that succeeds is given back. Links count always. */
const LIMITS = {
  /** Passwords for one account: from everywhere, and from a browser that it was signed in with. */
  'password of account': { most: 10, seconds: 300 },
  'password from device': { most: 10, seconds: 300 },
  /** Codes after the right password. */
  'code of account': { most: 10, seconds: 600 },
  'code from device': { most: 10, seconds: 600 },
  /** Proofs of somebody who is signed in. */
  'proof of account': { most: 10, seconds: 300 },
  /** All of these from one address, whichever accounts they are for. */
  'attempt from address': { most: 50, seconds: 60 },
  /** Links to a new password. */
  'link to account': { most: 5, seconds: 900 },
  'link from address': { most: 20, seconds: 60 },
} as const satisfies Record<string, AttemptLimit>;

export type LimitName = keyof typeof LIMITS;

/** What is limited, and of whom. */
export type LimitedAttempt = readonly [limit: LimitName, of: string];

// Rejected attempts are not counted, so that continued attempts do not extend the wait.
const TAKE = `
  insert into people_limits as l (key, spent, at) values ($1, 1, now())
  on conflict (key) do update
    set spent = greatest(0, l.spent - extract(epoch from now() - l.at) / $3::double precision) + 1, at = now()
    where greatest(0, l.spent - extract(epoch from now() - l.at) / $3::double precision) + 1 <= $2::double precision
  returning true as taken`;
const REFUND = 'update people_limits set spent = greatest(0, spent - 1) where key = any($1)';

/** One caller's address: IPv6 is given out in networks of 64 bits. */
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

    /** Takes one of each. Seconds to wait if there is none left; then none is taken. */
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
