/**
 * How long a statement may run and wait for a lock. Set together with the scope and only for its transaction,
 * because a setting of the connection would be lost behind a transaction pooler, and one of the login would
 * also end long-running work.
 */
export interface StatementLimits {
  statementMs: number;
  /** For statements that may wait for a lock. */
  lockMs?: number;
  /** If no response has arrived by then, not even the server's own timeout, the connection is dead. */
  silentMs: number;
}

/** Longer than any of our statements takes, shorter than callers wait. */
export const ORDINARY_LIMITS: StatementLimits = { statementMs: 3_000, lockMs: 2_500, silentMs: 4_000 };

/** Two statements, the count and the page, in the time of one. */
export const SEARCH_LIMITS: StatementLimits = { ...ORDINARY_LIMITS, statementMs: 1_500 };

/** Slow reads on a shared connection delay those behind them. */
export const BRIEF_READ_LIMITS: StatementLimits = { statementMs: 2_000, silentMs: 2_500 };

/**
 * For writes that share a transaction: one that must wait for a lock is removed from the batch and run
 * separately.
 */
export const SHARED_WRITE_LIMITS: StatementLimits = { statementMs: 2_000, lockMs: 50, silentMs: 2_500 };

/** Columns of the statement that opens a transaction. */
export const limitColumns = ({ statementMs, lockMs }: StatementLimits) =>
  [
    `set_config('statement_timeout', '${statementMs}', true)`,
    ...(lockMs === undefined ? [] : [`set_config('lock_timeout', '${lockMs}', true)`]),
  ].join(', ');

/** Maximum number of connections that one store may use at once; the rest remains free for others. */
export const connectionsPerStore = (connections: number) =>
  Math.max(1, Math.min(4, Math.floor(connections / 2)));

/**
 * Maximum number of concurrent writes of one store in shared batches, so that one store cannot fill every
 * batch.
 */
export const SHARED_WRITES_PER_STORE = 16;

/** Starts a page of the operator's work across all stores, regardless of the login's own limits. */
export const BEGIN_MAINTENANCE =
  "begin; set local lock_timeout = '2s'; set local statement_timeout = '10min'";
