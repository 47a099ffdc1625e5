import type { Customer } from '../content/customers.rules.ts';
import type { RequestKey } from '../content/requests.ts';
import type { SeededRandom } from '../content/seeded.ts';

/** The outcome of an email or a call. */
export type DemoOutcome =
  | 'works'
  /** Works after this many milliseconds. */
  | { troubleMs: number }
  /** A variable is missing. */
  | 'warned'
  | 'refused'
  | 'login-refused'
  | 'rejected'
  | 'unauthorized'
  /** The email was sent, but no response came. */
  | 'unheard';

/** A day of the month, and how many days ago it was. */
export interface DemoDay {
  start: number;
  ago: number;
}

interface OutageWindow {
  /** In days. */
  ago: number;
  from: number;
  until: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The incidents of the month: an expired password, an expired key, and a warehouse that was down. */
const LOGIN_REFUSED: OutageWindow = { ago: 18, from: 9 * HOUR, until: 11 * HOUR };
const KEY_ENDED: OutageWindow = { ago: 11, from: 6 * HOUR, until: 15 * HOUR };
const WAREHOUSE_DOWN: OutageWindow = { ago: 5, from: 13 * HOUR, until: 14 * HOUR + 20 * MINUTE };

/** How much longer the outage lasts; 0 if there is none. */
function remainingOutage({ ago, from, until }: OutageWindow, day: DemoDay, at: number): number {
  const since = at - day.start;
  return day.ago === ago && since >= from && since < until ? until - since : 0;
}

/** Customers without a mailbox are rejected, unless an outage rejects everyone. */
export function outcomeOfMail(
  random: SeededRandom,
  day: DemoDay,
  at: number,
  { hasNoMailbox }: Customer,
): DemoOutcome {
  if (remainingOutage(LOGIN_REFUSED, day, at) > 0) return 'login-refused';
  if (hasNoMailbox) return 'refused';
  if (random.oneIn(40)) return 'warned';
  if (random.oneIn(55)) return { troubleMs: 4_000 };
  return random.oneIn(200) ? 'unheard' : 'works';
}

export function outcomeOfCall(random: SeededRandom, day: DemoDay, at: number, call: RequestKey): DemoOutcome {
  const down = call === 'warehouse' ? remainingOutage(WAREHOUSE_DOWN, day, at) : 0;
  if (down > 0) return { troubleMs: down };
  if (call === 'books' && remainingOutage(KEY_ENDED, day, at) > 0) return 'unauthorized';
  if (random.oneIn(60)) return { troubleMs: random.oneIn(2) ? 4_000 : random.between(10_000, 200_000) };
  if (random.oneIn(130)) return 'rejected';
  return random.oneIn(350) ? 'unheard' : 'works';
}
