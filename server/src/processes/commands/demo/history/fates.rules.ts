import type { Customer } from '../content/customers.rules.ts';
import type { RequestKey } from '../content/requests.ts';
import type { Seeded } from '../content/seeded.ts';

/** What becomes of a mail or a call. */
export type Fate =
  | 'works'
  /** It works once so many milliseconds have passed. */
  | { troubleMs: number }
  /** A variable is missing. */
  | 'warned'
  | 'refused'
  | 'login-refused'
  | 'rejected'
  | 'unauthorized'
  /** It left, and no answer came. */
  | 'unheard';

/** A day of the month, and how long ago it was. */
export interface Day {
  start: number;
  ago: number;
}

interface Trouble {
  /** In days. */
  ago: number;
  from: number;
  until: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What went wrong in the month: a password and a key that had ended, and a warehouse that was away. */
const LOGIN_REFUSED: Trouble = { ago: 18, from: 9 * HOUR, until: 11 * HOUR };
const KEY_ENDED: Trouble = { ago: 11, from: 6 * HOUR, until: 15 * HOUR };
const WAREHOUSE_DOWN: Trouble = { ago: 5, from: 13 * HOUR, until: 14 * HOUR + 20 * MINUTE };

/** How long the trouble lasts from then on; 0 where there is none. */
function leftOf({ ago, from, until }: Trouble, day: Day, at: number): number {
  const since = at - day.start;
  return day.ago === ago && since >= from && since < until ? until - since : 0;
}

/** Whoever has no mailbox is refused, unless nobody is let in at all. */
export function fateOfMail(random: Seeded, day: Day, at: number, { hasNoMailbox }: Customer): Fate {
  if (leftOf(LOGIN_REFUSED, day, at) > 0) return 'login-refused';
  if (hasNoMailbox) return 'refused';
  if (random.oneIn(40)) return 'warned';
  if (random.oneIn(55)) return { troubleMs: 4_000 };
  return random.oneIn(200) ? 'unheard' : 'works';
}

export function fateOfCall(random: Seeded, day: Day, at: number, call: RequestKey): Fate {
  const down = call === 'warehouse' ? leftOf(WAREHOUSE_DOWN, day, at) : 0;
  if (down > 0) return { troubleMs: down };
  if (call === 'books' && leftOf(KEY_ENDED, day, at) > 0) return 'unauthorized';
  if (random.oneIn(60)) return { troubleMs: random.oneIn(2) ? 4_000 : random.between(10_000, 200_000) };
  if (random.oneIn(130)) return 'rejected';
  return random.oneIn(350) ? 'unheard' : 'works';
}
