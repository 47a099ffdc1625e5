import pg from 'pg';

/** Why a service cannot be used, for operators, without the password. */
export class ConnectionError extends Error {
  /** Whether only the database itself is missing, so that it can be created. */
  readonly isMissingDatabase: boolean;

  constructor(message: string, isMissingDatabase = false) {
    super(message);
    this.isMissingDatabase = isMissingDatabase;
  }
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no response',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'no route to host',
  ECONNRESET: 'connection reset',
  ENOENT: 'the socket does not exist',
};

/** The underlying error; the first one, if a name has several addresses. */
const innermost = (error: unknown): Error => {
  if (error instanceof AggregateError) return innermost(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
};

export const codeOf = (error: unknown): string => {
  const inner = innermost(error);
  return 'code' in inner ? String(inner.code) : '';
};

/** The reason in plain words; some libraries include the system's error code only in their message. */
export const connectionErrorReason = (error: unknown): string | undefined => {
  const { message } = innermost(error);
  if (/timeout|timed out/i.test(message)) return UNREACHABLE['ETIMEDOUT'];
  return UNREACHABLE[codeOf(error)] ?? UNREACHABLE[/\bE[A-Z_]{4,}\b/.exec(message)?.[0] ?? ''];
};

function partsOf(url: string) {
  const parsed = URL.parse(url);
  const [host, port] = [parsed?.hostname ?? '', parsed?.port ?? ''];
  return {
    place: (fallback: string) => `${host || 'localhost'}:${port || fallback}`,
    login: decodeURIComponent(parsed?.username ?? ''),
    database: decodeURIComponent(parsed?.pathname.slice(1) ?? ''),
  };
}

export function toDatabaseError(error: unknown, url: string): unknown {
  const { place, login, database } = partsOf(url);
  const at = `PostgreSQL at ${place('5432')}`;
  const why = connectionErrorReason(error);
  if (why) return new ConnectionError(`${at} cannot be reached: ${why}`);
  const { message } = innermost(error);
  if (/client password must be a/.test(message))
    return new ConnectionError(
      `${at} requires a password for the login ${login || '(none)'}: postgres://login:password@host/database`,
    );
  switch (error instanceof pg.DatabaseError ? error.code : '') {
    case '28P01':
      return new ConnectionError(`${at} rejects the login ${login}: wrong password, or no such login`);
    case '28000':
      return new ConnectionError(`${at} does not allow the login ${login || '(none)'}: ${message}`);
    case '3D000':
      return new ConnectionError(`${at} has no database ${database}`, true);
    case '53300':
      return new ConnectionError(`${at} has no free connections`);
    default:
      return error;
  }
}

/** Prefixes of Redis's replies to rejected writes, and what to do about each. */
const REDIS_REFUSES_WRITES: Readonly<Record<string, string>> = {
  OOM: 'is out of memory: raise maxmemory, or give Outstep a Redis of its own',
  READONLY: 'is a replica and takes no writes: connect to the primary',
  MISCONF: 'cannot save to its disk and takes no writes: free space there, or see its log',
};

export function toRedisError(error: unknown, url: string): unknown {
  const at = `Redis at ${partsOf(url).place('6379')}`;
  const why = connectionErrorReason(error);
  if (why) return new ConnectionError(`${at} cannot be reached: ${why}`);
  const { message } = innermost(error);
  const [, refuses] = Object.entries(REDIS_REFUSES_WRITES).find(([word]) => message.startsWith(word)) ?? [];
  if (refuses) return new ConnectionError(`${at} ${refuses}`);
  if (message.startsWith('NOAUTH'))
    return new ConnectionError(`${at} requires a password: redis://:password@host:port`);
  if (/^WRONGPASS|invalid password/i.test(message)) return new ConnectionError(`${at} rejects the password`);
  return error;
}
