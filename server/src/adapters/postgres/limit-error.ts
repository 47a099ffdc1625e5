import pg from 'pg';
import type { Refusal } from '../../kernel/error.ts';
import { limitReached } from '../../kernel/limits.ts';

/** Raised by `require_room` and its like, with what was limited and how many are allowed as its detail. */
const LIMIT_REACHED = 'OL001';

/** What a refused insert is to its caller; `null` when the error is another. */
export function limitRefusal(error: unknown): Refusal | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== LIMIT_REACHED) return null;
  const [name = '', allowed = ''] = (error.detail ?? '').split(' ');
  return limitReached(name, Number(allowed));
}
