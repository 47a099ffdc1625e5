import { bind, briefRead, type Queries } from '../../../kernel/ports.ts';

interface SessionRow {
  id: string;
  personId: string;
  name: string;
  email: string;
  hasSecondFactor: boolean;
  /** Whether the person has recently confirmed who they are. */
  isProven: boolean;
  /** Whether the session's last use is due to be recorded again. */
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

/** The session with this token, unless it has ended. Looked up on every call, so it ends at once. */
export const findSession = async (db: Queries, token: string, { idleDays, proofMinutes }: SessionLimits) =>
  (await db.rows(bind(byToken, token, idleDays, proofMinutes)))[0] ?? null;
