import { bind, briefRead, type Queries } from '../../../kernel/ports.ts';

interface SessionRow {
  id: string;
  personId: string;
  name: string;
  email: string;
  hasSecondFactor: boolean;
  /** Whether they have proven who they are a short time ago. */
  isProven: boolean;
  /** Whether that the session is in use has not been noted for a while. */
  isStale: boolean;
}

const byToken = briefRead<SessionRow>(
  'session_by_token',
  `select id, person_id as "personId", name, email, has_second_factor as "hasSecondFactor", is_proven as "isProven",
     is_stale as "isStale"
   from session_by_token($1, $2, $3)`,
);

export interface SessionLimits {
  idleDays: number;
  proofMinutes: number;
}

/** The session with this token, unless it has ended; looked up with every call, so that one that was ended is ended. */
export const findSession = async (db: Queries, token: string, { idleDays, proofMinutes }: SessionLimits) =>
  (await db.rows(bind(byToken, token, idleDays, proofMinutes)))[0] ?? null;
