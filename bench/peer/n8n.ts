import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/test/harness/free-port.ts';
import {
  databaseUrl,
  dropDatabase,
  randomName,
  serverUrl,
  withClient,
} from '../../server/test/harness/postgres.ts';
import { Scratch } from '../../server/test/harness/scratch.ts';
import type { StepCall } from '../step-load.ts';
import { credentials, HTTP_STEP, MAIL_STEP, type PeerJobs, workflows } from './workflows.ts';

/** How long to wait until n8n has created its tables and is listening before giving up. */
const PATIENCE_MS = 180_000;
const IDS = [HTTP_STEP, MAIL_STEP];

export interface N8nOptions {
  /** The folder that n8n is installed in. */
  folder: string;
  redisUrl: string;
  /** Jobs that its worker runs at a time. */
  concurrency: number;
  settings: Record<string, string>;
}

const quietSettings = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  // `mcp-registry` fetches a list from the internet and `insights` writes statistics for each execution; the
  // others are not used here.
  N8N_DISABLED_MODULES: 'mcp-registry,insights,mcp,agents,instance-ai,chat-hub',
};

/** Settings that minimize work besides running workflows; README.md gives a reason for each. */
const minimalSettings = {
  N8N_LOG_LEVEL: 'warn',
  N8N_DISABLE_UI: 'true',
  N8N_EXPRESSION_ENGINE: 'legacy',
  DB_POSTGRESDB_POOL_SIZE: '10',
  // Otherwise a response never comes if a job ends and is removed before the main process listens for its
  // end.
  N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '2000',
  EXECUTIONS_DATA_PRUNE: 'false',
  EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'false',
  // No workflow here needs a task runner; with this setting, none is started.
  N8N_RUNNERS_MODE: 'external',
};

function connections(database: string, redisUrl: string, prefix: string) {
  const postgres = new URL(serverUrl);
  const redis = new URL(redisUrl);
  return {
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_DATABASE: database,
    DB_POSTGRESDB_HOST: postgres.hostname,
    DB_POSTGRESDB_PORT: postgres.port || '5432',
    DB_POSTGRESDB_USER: decodeURIComponent(postgres.username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.password),
    QUEUE_BULL_REDIS_HOST: redis.hostname,
    QUEUE_BULL_REDIS_PORT: redis.port || '6379',
    QUEUE_BULL_REDIS_DB: redis.pathname.slice(1) || '0',
    QUEUE_BULL_PREFIX: prefix,
    N8N_REDIS_KEY_PREFIX: prefix,
    N8N_CACHE_REDIS_KEY_PREFIX: `${prefix}:cache`,
  };
}

function removeKeys(redisUrl: string, prefix: string) {
  const cli = (...args: string[]) =>
    execFileSync('redis-cli', ['-u', redisUrl, ...args], { encoding: 'utf8' });
  const keys = cli('--scan', '--pattern', `*${prefix}*`).split('\n').filter(Boolean);
  if (keys.length > 0) cli('unlink', ...keys);
}

/** n8n in queue mode, one main and one worker process, with the two workflows published. */
export async function startN8n(
  { folder, redisUrl, concurrency, settings }: N8nOptions,
  jobs: PeerJobs,
  token: string,
) {
  const packageFolder = join(folder, 'node_modules', 'n8n');
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const program = join(packageFolder, 'bin', 'n8n');
  const scratch = await Scratch.open('n8n');
  const database = randomName('n8n_bench');
  const url = databaseUrl(database);
  const [port, workerPort, ...brokers] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const env: Record<string, string> = {
    ...connections(database, redisUrl, database),
    ...quietSettings,
    ...minimalSettings,
    NODE_ENV: 'production',
    N8N_USER_FOLDER: scratch.folder,
    N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
    N8N_RUNNERS_AUTH_TOKEN: randomBytes(24).toString('hex'),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(brokers[0]),
    EXECUTIONS_MODE: 'queue',
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
    EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
    ...settings,
  };
  const stay: ChildProcess[] = [];
  const start = (place: string, args: string[], more = {}) =>
    scratch.start(process.execPath, [program, ...args], { in: place, env: { ...env, ...more } });
  const logOf = (place: string) => readFileSync(join(scratch.folder, `${place}.log`), 'utf8').slice(-4000);

  async function command(name: string, ...args: string[]) {
    const place = name.replace(':', '-');
    const [code] = await once(await start(place, [name, ...args]), 'exit');
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${logOf(place)}`);
  }

  async function importFile(kind: string, content: unknown, ...args: string[]) {
    const file = join(scratch.folder, `${kind}.json`);
    writeFileSync(file, JSON.stringify(content));
    await command(`import:${kind}`, `--input=${file}`, ...args);
  }

  const call = (path: string, fields: object): StepCall => ({
    url: `http://127.0.0.1:${port}/webhook/${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });

  const count = (what: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(`select count(*)::int as count from ${what}`);
      return (rows[0] as { count: number }).count;
    });

  async function requireListening() {
    const until = performance.now() + PATIENCE_MS;
    const listens = async (at: number | undefined) =>
      await fetch(`http://127.0.0.1:${at}/healthz/readiness`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (
      !(
        (await listens(port)) &&
        (await listens(workerPort)) &&
        (await count('webhook_entity')) === IDS.length
      )
    ) {
      if (stay.some(({ exitCode }) => exitCode !== null) || performance.now() > until)
        throw new Error(`n8n does not listen:\n${logOf('main')}\n${logOf('worker')}`);
      await sleep(200);
    }
  }

  async function close() {
    const gone = stay.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'));
    for (const child of stay) child.kill('SIGTERM');
    await Promise.race([Promise.all(gone), sleep(15_000)]);
    // Anything that is still running loses its folder.
    await scratch.close();
    await dropDatabase(database);
    removeKeys(redisUrl, database);
  }

  try {
    await withClient(serverUrl.toString(), (client) => client.query(`create database ${database}`));
    await importFile('credentials', credentials(jobs, token));
    await importFile('workflow', workflows(jobs));
    for (const id of IDS) await command('publish:workflow', `--id=${id}`);
    stay.push(await start('main', ['start']));
    stay.push(
      await start('worker', ['worker', `--concurrency=${concurrency}`], {
        QUEUE_HEALTH_CHECK_ACTIVE: 'true',
        QUEUE_HEALTH_CHECK_PORT: String(workerPort),
        N8N_RUNNERS_BROKER_PORT: String(brokers[1]),
      }),
    );
    await requireListening();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    version,
    parts: stay.map((child, i): [number, string] => [
      child.pid as number,
      i === 0 ? 'n8n main' : 'n8n worker',
    ]),
    httpStep: (fields: object) => call(HTTP_STEP, fields),
    mailStep: (fields: object) => call(MAIL_STEP, fields),
    /** Successful executions in its log. */
    logged: () => count(`execution_entity where status = 'success'`),
    close,
  };
}
