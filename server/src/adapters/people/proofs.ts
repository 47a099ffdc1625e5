import type { PeopleQuery } from './accounts.ts';

/** How long a proof of who somebody is lasts for what asks for one. */
export const PROOF_MINUTES = 10;
/** Sessions end after so many days, and sooner when they are not used. */
export const SESSION_DAYS = 30;
export const IDLE_DAYS = 7;

const END_IDLE = `
  delete from people_sessions where token = $1 and seen_at < now() - make_interval(days => ${IDLE_DAYS})`;

/** What sessions have proven, and when. */
export function createProofs(query: PeopleQuery) {
  return {
    async markSeen(session: string): Promise<void> {
      await query('update people_sessions set seen_at = now() where id = $1', [session]);
    },

    /** Ends the session if nobody has used it for long. */
    async endIdle(token: string): Promise<void> {
      await query(END_IDLE, [token]);
    },
  };
}
