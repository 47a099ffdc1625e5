import { debianPrograms, OwnPostgres } from '../harness/own-postgres.ts';
import { databaseUrl, withClient } from '../harness/postgres.ts';

/**
 * The owner of the tables and the application's login on a managed PostgreSQL; neither has any rights beyond
 * logging in.
 */
export const OWNER = 'shop_owner';
export const APP = 'shop_app';

/** A server that someone else runs for us: an empty database, its owner, and a login for the application. */
export interface Managed {
  server: OwnPostgres;
  ownerUrl: string;
  appUrl: string;
  /** Runs what the provider would run for us. */
  asAdministrator(text: string): Promise<void>;
}

function urlAs(server: OwnPostgres, login: string, database: string): string {
  const url = new URL(databaseUrl(database, new URL(server.url)));
  url.username = login;
  return url.toString();
}

/** With `debian`, the version that `pg_dump` belongs to. */
export async function startManaged(database: string, version?: 'debian'): Promise<Managed> {
  const server = await OwnPostgres.start({ bin: version && (await debianPrograms()) });
  const ownerUrl = urlAs(server, OWNER, database);
  await withClient(server.url, async (client) => {
    await client.query(`create role ${OWNER} login`);
    await client.query(`create role ${APP} login`);
    await client.query(`create database ${database} owner ${OWNER}`);
  });
  return {
    server,
    ownerUrl,
    appUrl: urlAs(server, APP, database),
    asAdministrator: (text) =>
      withClient(databaseUrl(database, new URL(server.url)), async (client) => {
        await client.query(text);
      }),
  };
}
