import pg from 'pg';
import { OperationError } from '../../kernel/error.ts';
import { invalidField } from '../../kernel/fields.ts';
import { limitReached } from '../../kernel/limits.ts';
import { message } from '../../kernel/messages/message.ts';
import type { BoundStatement, SearchField } from '../../kernel/ports.ts';

/** Why a query was ended early: the server's own limits, a dead connection, or too many queries at once. */
export type TimeoutKind = 'statement' | 'lock' | 'silent' | 'turn';

/** The server did not respond within any limit. */
export class UnresponsiveConnection extends Error {}

/** After a lost connection, the caller should retry; it is not returned as a 500. */
const CONNECTION_ERRORS =
  /^(08|57P0|53300|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/;

export function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof UnresponsiveConnection) return true;
  if ('code' in error && CONNECTION_ERRORS.test(String(error.code))) return true;
  return /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable/.test(
    error.message,
  );
}

/** The server that we connected to is not the primary (anymore or yet), or its operator allows no writes. */
const READ_ONLY = '25006';

/** A resource that the server lacks, although connection and statement are fine. */
export type Shortage = 'disk' | 'memory' | 'read_only';

const SHORTAGES: Readonly<Record<string, Shortage>> = {
  [READ_ONLY]: 'read_only',
  // A full disk, a failing disk, and the server's own limit for temporary files.
  53100: 'disk',
  58030: 'disk',
  53400: 'disk',
  53000: 'memory',
  53200: 'memory',
};

export const shortageOf = (error: unknown): Shortage | null =>
  (error instanceof Error && 'code' in error && SHORTAGES[String(error.code)]) || null;

/** For a server that reports it before a write fails. */
export const databaseReadOnly = () =>
  Object.assign(new Error('the database takes no writes: it is not the primary'), { code: READ_ONLY });

const QUERY_CANCELED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';

/** The server limit that ended a statement; `null` for any other error. */
export function serverTimeoutOf(error: unknown): 'statement' | 'lock' | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  if (error.code === QUERY_CANCELED) return 'statement';
  // `nowait` causes the same code, but that is not a limit.
  return error.code === LOCK_NOT_AVAILABLE && /lock timeout/.test(error.message) ? 'lock' : null;
}

const databaseUnreachable = () =>
  new OperationError('unavailable', message('database_unreachable'), {
    retryAfterSeconds: 2,
  });

/** A full disk is not free again within seconds, and a database that became read-only needs a failover. */
const SHORTAGE_SECONDS = 10;

/** The request is not the cause, so it may be sent again (contract: Every answer 11). */
const databaseShort = (shortage: Shortage) =>
  new OperationError(
    'unavailable',
    message(shortage === 'memory' ? 'database_overloaded' : 'database_not_saving'),
    {
      retryAfterSeconds: SHORTAGE_SECONDS,
    },
  );

export const statementTimedOut = () =>
  new OperationError('unavailable', message('database_too_slow'), {
    retryAfterSeconds: 2,
  });

export const tooManyConcurrentRequests = () =>
  new OperationError('unavailable', message('store_too_busy_now'), {
    retryAfterSeconds: 2,
  });

/** Not retryable, because another attempt would take as long. */
export const searchTooExpensive = (field: SearchField) =>
  invalidField(field, message(field === 'q' ? 'search_too_slow' : 'period_too_slow'));

/** The `OperationError` for a database error; `null` for an internal error, which callers cannot resolve. */
export function databaseOperationError(error: unknown): OperationError | null {
  const shortage = shortageOf(error);
  if (shortage) return databaseShort(shortage);
  if (serverTimeoutOf(error) !== null) return statementTimedOut();
  return isConnectionError(error) ? databaseUnreachable() : null;
}

/** The field that a statement searches by; `null` if it does not search. */
export const searchFieldOf = ({ statement, values }: BoundStatement<unknown>): SearchField | null =>
  values[0] === null ? null : (statement.searches ?? null);

/** Raised by `require_room` and similar functions, with the name of the limit and its value as the detail. */
const LIMIT_REACHED = 'OL001';

/** The `OperationError` for an insert that would exceed a limit; `null` for any other error. */
export function limitReachedError(error: unknown): OperationError | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== LIMIT_REACHED) return null;
  const [name = '', allowed = ''] = (error.detail ?? '').split(' ');
  return limitReached(name, Number(allowed));
}
