import type { PeopleQuery } from './accounts.ts';

/** How long a proof of identity is valid for operations that need one (contract: The app 12). */
export const PROOF_MINUTES = 10;
/** Sessions end after this many days, and sooner if they are idle. */
export const SESSION_DAYS = 30;
export const IDLE_DAYS = 7;

// A code that was tried is not accepted again while it is valid.
const TAKE_CODE = `
  with past as (
    delete from people_used_codes where person_id = $1 and code <> $2 and used_at < now() - interval '5 minutes'
  )
  insert into people_used_codes (person_id, code) select id, $2 from people where id = $1
  on conflict (person_id, code) do update set used_at = now()
    where people_used_codes.used_at < now() - interval '5 minutes'
  returning true as taken`;
const IS_FRESH = `
  select from people_sessions where id = $1 and proven_at > now() - make_interval(mins => ${PROOF_MINUTES})`;
const END_IDLE = `
  delete from people_sessions where token = $1 and seen_at < now() - make_interval(days => ${IDLE_DAYS})`;
const NEEDS_TWO = `
  select from people_passkeys k join people p on p.id = k.person_id where k.credential_id = $1 and p.two_factor_enabled`;

export type SessionProofs = ReturnType<typeof createSessionProofs>;

/** Stores when sessions were proven and used. */
export function createSessionProofs(query: PeopleQuery) {
  return {
    /** Whether this code of the person has not been tried before. */
    takeCode: async (personId: string, code: string) => (await query(TAKE_CODE, [personId, code])).length > 0,

    /** Whether the person of the session has recently proven who they are. */
    isFresh: async (session: string) => (await query(IS_FRESH, [session])).length > 0,

    async markProven(session: string): Promise<void> {
      await query('update people_sessions set proven_at = now() where id = $1', [session]);
    },

    async markSeen(session: string): Promise<void> {
      await query('update people_sessions set seen_at = now() where id = $1', [session]);
    },

    /** Ends the session if it has been idle for too long. */
    async endIdle(token: string): Promise<void> {
      await query(END_IDLE, [token]);
    },

    /** Whether the person with this passkey has a second factor, so that holding the passkey is not enough. */
    needsTwo: async (credential: string) => (await query(NEEDS_TWO, [credential])).length > 0,
  };
}
