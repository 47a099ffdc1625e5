import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A login that may create databases and roles; `scripts/bootstrap` makes it. */
export const serverUrl = new URL(
  process.env['OUTSTEP_TEST_DATABASE_URL'] ?? 'postgres://outstep:outstep@127.0.0.1:5432/postgres',
);

export function databaseUrl(database: string, base: URL = serverUrl): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.toString();
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A caller that awaits a response gets the error; an unhandled event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const randomName = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`;

export async function dropDatabase(name: string) {
  await withClient(serverUrl.toString(), (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
}
