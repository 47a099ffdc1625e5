import { bind, type Queries, statement } from '../../../kernel/ports.ts';

// Without its answer the call counts as cut off: it is refused when it is repeated, and not run again.
const empty = statement(
  'idempotency_erase_answers',
  'update idempotent_answers set answer = null where answer::text ~* $1',
);

/** Answers that match a regular expression; keys are kept as hashes. */
export const eraseIdempotentAnswers = (db: Queries, pattern: string) => db.rows(bind(empty, pattern));
