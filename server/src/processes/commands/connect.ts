import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { toDatabaseError, toRedisError } from './connection-error.ts';

const PATIENCE_MS = 3_000;
const POSTGRES_MAJOR = 15;
const REDIS_MAJOR = 7;

/** The service responds, but its version is too old. */
export class UnsupportedVersionError extends Error {}

/** Opens a connection for a few queries of an operator's command. */
export async function withClient<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    application_name: `outstep-${name}`,
  });
  client.on('error', () => undefined);
  await client.connect().catch((error) => {
    throw toDatabaseError(error, url);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function requirePostgres(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ v: string }>("select current_setting('server_version') as v");
  const version = rows[0]?.v ?? '';
  if (Number.parseInt(version, 10) < POSTGRES_MAJOR)
    throw new UnsupportedVersionError(
      `PostgreSQL ${version} is too old; ${POSTGRES_MAJOR} or newer is required`,
    );
  return `PostgreSQL ${version}`;
}

export async function requireRedis(url: string): Promise<string> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    retryStrategy: () => null,
  });
  // Only this event has the reason for a connection error; `connect` just reports that the connection is
  // closed.
  let fault: unknown;
  client.on('error', (error) => {
    fault ??= error;
  });
  try {
    await client.connect();
    const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1] ?? 'unknown';
    if (Number.parseInt(version, 10) < REDIS_MAJOR)
      throw new UnsupportedVersionError(`Redis ${version} is too old; ${REDIS_MAJOR} or newer is required`);
    // A server that responds may still not accept writes.
    await client.set(`outstep:probe:${randomUUID()}`, '', 'PX', 1_000);
    return `Redis ${version}`;
  } catch (error) {
    if (error instanceof UnsupportedVersionError) throw error;
    throw toRedisError(fault ?? error, url);
  } finally {
    client.disconnect();
  }
}
