import { Redis } from 'ioredis';
import pg from 'pg';
import { createFileFolder } from '../../adapters/blobs/file-folder.ts';
import { countSealedByOthers } from '../../adapters/people/reseal.ts';
import { numberedFiles } from '../../adapters/postgres/migrate.ts';
import { requireOperator } from '../../adapters/postgres/roles.ts';
import { type Config, ConfigError, readConfig } from '../../config.ts';
import { ENDING_DAYS } from '../../features/access/keys/keys.store.ts';
import { ENGINE_OBJECT } from '../../kernel/engine.ts';
import { createKeyWrapper } from '../core.ts';
import { sessionSecrets } from '../session-secrets.ts';
import { openDataKeys } from './master-key.ts';
import { migrationsFolder } from './migrate.ts';

export interface Finding {
  check: string;
  ok: boolean;
  detail: string;
}

type Check = (config: Config) => Promise<string>;

class CheckFailed extends Error {}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    application_name: 'outstep-doctor',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const NODE_MAJOR = 24;
const POSTGRES_MAJOR = 15;
const REDIS_MAJOR = 7;

const node: Check = async () => {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
    throw new CheckFailed(
      `Node ${process.versions.node} is too old; ${NODE_MAJOR} or newer is needed (npm ci brings it)`,
    );
  }
  return `Node ${process.versions.node}`;
};

const database: Check = ({ databaseUrl }) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ v: string }>("select current_setting('server_version') as v");
    const version = rows[0]?.v ?? '';
    if (Number.parseInt(version, 10) < POSTGRES_MAJOR)
      throw new CheckFailed(`PostgreSQL ${version} is too old; ${POSTGRES_MAJOR} or newer is needed`);
    return `PostgreSQL ${version}`;
  });

const migrations: Check = ({ databaseAdminUrl }) =>
  withClient(databaseAdminUrl, async (client) => {
    const known = await numberedFiles(migrationsFolder);
    const table = await client.query("select to_regclass('schema_migrations') as name");
    if (!table.rows[0]?.name) throw new CheckFailed('no migration has been applied; run: outstep migrate');
    const done = await client.query<{ name: string }>('select name from schema_migrations');
    const missing = known.filter((name) => !done.rows.some((row) => row.name === name));
    if (missing.length > 0) throw new CheckFailed(`not applied: ${missing.join(', ')}; run: outstep migrate`);
    return `${known.length} applied`;
  });

const isolation: Check = ({ databaseUrl }) =>
  withClient(databaseUrl, async (client) => {
    await client.query("begin; select set_config('role', 'outstep_app', true)");
    const { rows } = await client.query<{ bypass: boolean; visible: number }>(
      `select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypass,
              (select count(*)::int from stores) as visible`,
    );
    await client.query('rollback');
    if (rows[0]?.bypass)
      throw new CheckFailed(
        'role outstep_app bypasses row-level security; alter role outstep_app nosuperuser nobypassrls',
      );
    if (rows[0]?.visible !== 0)
      throw new CheckFailed('stores are visible without a store; row-level security is off');
    return 'row-level security holds for this login';
  });

const admin: Check = ({ databaseAdminUrl }) =>
  withClient(databaseAdminUrl, async (client) => {
    await requireOperator(client);
    return 'admin login owns the tables and sees all stores';
  });

const masterKeys: Check = (config) =>
  withClient(config.databaseAdminUrl, async (client) => {
    const wrapper = createKeyWrapper(config);
    const old = (await openDataKeys(client, wrapper)).filter((id) => id !== wrapper.currentId);
    const isLeft = old.length > 0 || (await countSealedByOthers(client, sessionSecrets(config))) > 0;
    return isLeft
      ? 'some stores or second factors are still under the previous key; run: outstep master-key rotate'
      : 'opens every data key';
  });

const redis: Check = async ({ redisUrl }) => {
  const client = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 3_000, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1] ?? 'unknown';
    if (Number.parseInt(version, 10) < REDIS_MAJOR)
      throw new CheckFailed(`Redis ${version} is too old; ${REDIS_MAJOR} or newer is needed`);
    return `Redis ${version}`;
  } finally {
    client.disconnect();
  }
};

const files: Check = async ({ filesFolder }) => {
  await createFileFolder(filesFolder).probe();
  return `can be written and read in ${filesFolder}`;
};

const ENGINE_MINOR = 1.7;

const engine: Check = async ({ engineAdminUrl, engineIsConfigured }) => {
  const answer = await fetch(`${engineAdminUrl}/version`, { signal: AbortSignal.timeout(3_000) }).catch(
    () => null,
  );
  if (!answer?.ok) {
    const advice = engineIsConfigured
      ? 'is it running, and is RESTATE_ADMIN_URL its address?'
      : 'run: outstep serve, or set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL';
    throw new CheckFailed(`Restate does not answer at ${engineAdminUrl}; ${advice}`);
  }
  const { version } = (await answer.json()) as { version: string };
  if (Number.parseFloat(version) < ENGINE_MINOR)
    throw new CheckFailed(`Restate ${version} is too old; ${ENGINE_MINOR} or newer is needed`);
  return `Restate ${version}`;
};

const worker: Check = async ({ engineAdminUrl }) => {
  const answer = await fetch(`${engineAdminUrl}/services/${ENGINE_OBJECT}`, {
    signal: AbortSignal.timeout(3_000),
  }).catch(() => null);
  if (!answer?.ok) throw new CheckFailed('the engine knows no worker; run: outstep worker');
  return 'known to the engine';
};

const overdue: Check = ({ databaseAdminUrl, sweepAfterMs }) =>
  withClient(databaseAdminUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from deliveries where sweep_at < now() - $1::double precision * interval '1 ms'`,
      [sweepAfterMs],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      throw new CheckFailed(`${count} deliveries are overdue and nobody looks at them; is a worker running?`);
    return 'nothing is overdue';
  });

const sending: Check = ({ databaseUrl }) =>
  withClient(databaseUrl, async (client) => {
    await client.query("begin; select set_config('role', 'outstep_app', true)");
    const { rows } = await client.query<{ since: Date }>('select since from sending_hold');
    await client.query('rollback');
    if (rows[0])
      throw new CheckFailed(
        `everything is on hold since ${rows[0].since.toISOString()}; see: outstep hold release`,
      );
    return 'nothing is on hold';
  });

const keys: Check = ({ databaseAdminUrl }) =>
  withClient(databaseAdminUrl, async (client) => {
    const { rows } = await client.query<{ prefix: string; ends: Date }>(
      `select prefix, expires_at as ends from api_keys
       where revoked_at is null and expires_at between now() and now() + make_interval(days => $1) order by 2 limit 5`,
      [ENDING_DAYS],
    );
    const listed = rows.map(({ prefix, ends }) => `${prefix}… on ${ends.toISOString().slice(0, 10)}`);
    return rows.length > 0
      ? `some end within ${ENDING_DAYS} days, first ${listed.join(', ')}; see: outstep key rotate`
      : `none ends within ${ENDING_DAYS} days`;
  });

const checks: [string, Check][] = [
  ['node', node],
  ['database', database],
  ['admin login', admin],
  ['migrations', migrations],
  ['store isolation', isolation],
  ['master key', masterKeys],
  ['redis', redis],
  ['files', files],
  ['engine', engine],
  ['worker', worker],
  ['sending', sending],
  ['deliveries', overdue],
  ['keys', keys],
];

const said = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map((each) => said(each)).join('; ');
  return error instanceof Error ? error.message : String(error);
};

/** `outstep doctor`: tries every dependency and says what is wrong and what to do about it. */
export async function runDoctor(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return [{ check: 'settings', ok: false, detail: error.message }];
    throw error;
  }
  const findings: Finding[] = [{ check: 'settings', ok: true, detail: 'complete' }];
  for (const [name, check] of checks) {
    try {
      findings.push({ check: name, ok: true, detail: await check(config) });
    } catch (error) {
      findings.push({ check: name, ok: false, detail: said(error) });
    }
  }
  return findings;
}
