import pg from 'pg';
import { UnknownMasterKey } from '../../../adapters/crypto/vault.ts';
import { countSealedWithOtherSecrets } from '../../../adapters/people/reseal.ts';
import { numberedFiles } from '../../../adapters/postgres/migrate.ts';
import { requireOperator } from '../../../adapters/postgres/roles.ts';
import { ENDING_DAYS } from '../../../features/access/keys/keys.store.ts';
import { createKeyWrapper } from '../../core.ts';
import { sessionSecrets } from '../../derived-secrets.ts';
import { requirePostgres, withClient as withNamedClient } from '../connect.ts';
import { openDataKeys, processesWithoutKey } from '../master-key.ts';
import { migrationsFolder } from '../migrate.ts';
import { type Check, CheckFailed } from './check.ts';

const withClient = <T>(url: string, work: (client: pg.Client) => Promise<T>) =>
  withNamedClient(url, 'doctor', work);

export const database: Check = ({ databaseUrl }) => withClient(databaseUrl, requirePostgres);

/**
 * Leases, links and budgets compare both clocks; calls of platforms may be 300 s off, by the platform's
 * clock.
 */
const MOST_APART_MS = 5_000;

export const clock: Check = ({ databaseUrl }) =>
  withClient(databaseUrl, async (client) => {
    const before = Date.now();
    const { rows } = await client.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const [theirs, after] = [rows[0]?.ms ?? 0, Date.now()];
    // The database's clock was read at some point between the two.
    const ahead = before > theirs ? before - theirs : Math.min(0, after - theirs);
    if (Math.abs(ahead) <= MOST_APART_MS) return 'in sync with the database';
    const seconds = Math.round(Math.abs(ahead) / 1000);
    throw new CheckFailed(
      `this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database; synchronize both with NTP`,
    );
  });

export const migrations: Check = ({ databaseAdminUrl }) =>
  withClient(databaseAdminUrl, async (client) => {
    const known = await numberedFiles(migrationsFolder);
    const table = await client.query("select to_regclass('schema_migrations') as name");
    if (!table.rows[0]?.name) throw new CheckFailed('no migration has been applied; run: outstep migrate');
    const done = await client.query<{ name: string }>('select name from schema_migrations');
    const missing = known.filter((name) => !done.rows.some((row) => row.name === name));
    if (missing.length > 0) throw new CheckFailed(`not applied: ${missing.join(', ')}; run: outstep migrate`);
    return `${known.length} applied`;
  });

/** The login is not a member of the role, or the role does not exist. */
const MAY_NOT = ['42501', '22023'];

async function workAs(client: pg.Client, role: string) {
  try {
    await client.query('begin');
    await client.query("select set_config('role', $1, true)", [role]);
  } catch (error) {
    if (error instanceof pg.DatabaseError && MAY_NOT.includes(error.code ?? ''))
      throw new CheckFailed(`the login of DATABASE_URL may not use the role ${role}; run: outstep migrate`);
    throw error;
  }
}

export const isolation: Check = ({ databaseUrl }) =>
  withClient(databaseUrl, async (client) => {
    await workAs(client, 'outstep_people');
    await client.query('rollback');
    await workAs(client, 'outstep_app');
    const { rows } = await client.query<{ bypass: boolean; visible: number }>(
      `select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypass,
              (select count(*)::int from stores) as visible`,
    );
    await client.query('rollback');
    if (rows[0]?.bypass)
      throw new CheckFailed(
        'the role outstep_app bypasses row-level security; run: alter role outstep_app nosuperuser nobypassrls',
      );
    if (rows[0]?.visible !== 0)
      throw new CheckFailed('rows are visible without a store; row-level security is off');
    return 'row-level security is enforced for this login';
  });

export const admin: Check = ({ databaseAdminUrl }) =>
  withClient(databaseAdminUrl, async (client) => {
    await requireOperator(client);
    return 'admin login owns the tables and sees all stores';
  });

export const masterKeys: Check = (config) =>
  withClient(config.databaseAdminUrl, async (client) => {
    const wrapper = createKeyWrapper(config);
    const opened = await openDataKeys(client, wrapper).catch((error) => {
      if (!(error instanceof UnknownMasterKey)) throw error;
      throw new CheckFailed(
        `${error.message}; set OUTSTEP_MASTER_KEY to the key that the data was encrypted with, or OUTSTEP_MASTER_KEY_PREVIOUS while rotating`,
      );
    });
    const lacking = await processesWithoutKey(client, wrapper.currentId);
    if (lacking.length > 0)
      throw new CheckFailed(
        `these processes do not know this OUTSTEP_MASTER_KEY: ${lacking.join(', ')}; restart them with it`,
      );
    const old = opened.filter((id) => id !== wrapper.currentId);
    const isLeft = old.length > 0 || (await countSealedWithOtherSecrets(client, sessionSecrets(config))) > 0;
    return isLeft
      ? 'some stores or second factors are still encrypted with the previous key; run: outstep master-key rotate'
      : 'decrypts every data key';
  });

export const overdue: Check = ({ databaseAdminUrl, sweepAfterMs }) =>
  withClient(databaseAdminUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from deliveries where sweep_at < now() - $1::double precision * interval '1 ms'`,
      [sweepAfterMs],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      throw new CheckFailed(`${count} deliveries are overdue and not being processed; is a worker running?`);
    return 'nothing is overdue';
  });

export const sending: Check = ({ databaseUrl }) =>
  withClient(databaseUrl, async (client) => {
    await workAs(client, 'outstep_app');
    const { rows } = await client.query<{ since: Date }>('select since from sending_hold');
    await client.query('rollback');
    if (rows[0])
      throw new CheckFailed(
        `all sending has been on hold since ${rows[0].since.toISOString()}; see: outstep hold release`,
      );
    return 'nothing is on hold';
  });

export const keys: Check = ({ databaseAdminUrl }) =>
  withClient(databaseAdminUrl, async (client) => {
    const { rows } = await client.query<{ prefix: string; ends: Date }>(
      `select prefix, expires_at as ends from api_keys
       where revoked_at is null and expires_at between now() and now() + make_interval(days => $1) order by 2 limit 5`,
      [ENDING_DAYS],
    );
    const listed = rows.map(({ prefix, ends }) => `${prefix}… on ${ends.toISOString().slice(0, 10)}`);
    return rows.length > 0
      ? `some expire within ${ENDING_DAYS} days, first ${listed.join(', ')}; see: outstep key rotate`
      : `none expires within ${ENDING_DAYS} days`;
  });
