/**
 * How long a statement may run and wait for a lock. They are set with the scope, for its transaction only, because a
 * setting of the connection would be lost behind a transaction pooler, and one of the login would end long work too.
 */
export interface StatementLimits {
  statementMs: number;
  /** For statements that may wait for one. */
  lockMs?: number;
  /** When nothing has come back by then, the server has not ended it either: the connection is dead. */
  silentMs: number;
}

/** Longer than any of our statements takes, shorter than callers wait. */
export const ORDINARY_LIMITS: StatementLimits = { statementMs: 3_000, lockMs: 2_500, silentMs: 4_000 };

/** Two of them, the count and the page, within the time of one. */
export const SEARCH_LIMITS: StatementLimits = { ...ORDINARY_LIMITS, statementMs: 1_500 };

/** Reads that share a connection hold up those behind them. */
export const BRIEF_READ_LIMITS: StatementLimits = { statementMs: 2_000, silentMs: 2_500 };

/** Writes that share a transaction: one that has to wait is left behind by the others, and done by itself. */
export const SHARED_WRITE_LIMITS: StatementLimits = { statementMs: 2_000, lockMs: 50, silentMs: 2_500 };

/** Columns of the statement that opens a transaction. */
export const limitColumns = ({ statementMs, lockMs }: StatementLimits) =>
  [
    `set_config('statement_timeout', '${statementMs}', true)`,
    ...(lockMs === undefined ? [] : [`set_config('lock_timeout', '${lockMs}', true)`]),
  ].join(', ');

/** How many connections one store may use at a time; others find the rest free. */
export const connectionsPerStore = (connections: number) =>
  Math.max(1, Math.min(4, Math.floor(connections / 2)));

/** How many writes of one store may go along with those of others at a time: a flood of one does not fill every trip. */
export const SHARED_WRITES_PER_STORE = 16;

/** Begins a page of the operator's work, which goes through all stores: whatever the login's own limits are. */
export const BEGIN_MAINTENANCE =
  "begin; set local lock_timeout = '2s'; set local statement_timeout = '10min'";
