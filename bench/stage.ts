import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../server/src/adapters/restate/engine.ts';
import { readConfig } from '../server/src/config.ts';
import { laneOfStore } from '../server/src/features/delivery/ledger/lanes.rules.ts';
import { insertStep } from '../server/src/features/delivery/ledger/ledger.store.ts';
import { stepInputSealContext } from '../server/src/features/delivery/ledger/step-input.rules.ts';
import { wordMacs } from '../server/src/features/records/history/search-words.rules.ts';
import type { Level } from '../server/src/kernel/access-levels.ts';
import { formatApiKey, publicPrefix } from '../server/src/kernel/api-key.ts';
import { updateSchema } from '../server/src/processes/commands/migrate.ts';
import { createContexts } from '../server/src/processes/contexts.ts';
import { createCore } from '../server/src/processes/core.ts';
import { operations } from '../server/src/surfaces/operations.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import {
  databaseUrl,
  dropDatabase,
  randomName,
  serverUrl,
  withClient,
} from '../server/test/harness/postgres.ts';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

async function stopped(child: ChildProcess) {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

export type BenchStage = Awaited<ReturnType<typeof openStage>>;

/** A separate database and the processes to measure, all removed at the end. */
export async function openStage(settings: Record<string, string> = {}) {
  const database = randomName('outstep_bench');
  await withClient(serverUrl.toString(), (client) => client.query(`create database ${database}`));
  await updateSchema({
    databaseUrl: databaseUrl(database),
    databaseAdminUrl: databaseUrl(database),
    historyDays: 400,
  });
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl(database),
    OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  };
  const core = createCore({ ...readConfig(env), logLevel: 'silent' });
  const contexts = createContexts(core);
  const children: ChildProcess[] = [];
  const parts = new Map<number, string>();
  const folder = mkdtempSync(join(tmpdir(), 'outstep-bench-'));

  /** Logs go to a file, as in production: reading them here would slow down the load generator. */
  async function spawned(
    script: string,
    args: string[],
    more = {},
  ): Promise<{ child: ChildProcess; port: number }> {
    const port = await freePort();
    const log = openSync(join(folder, `${port}.log`), 'w');
    const own = { ...env, ...more, PORT: String(port), OUTSTEP_WORKER_PORT: String(port) };
    const child = spawn(process.execPath, [script, ...args], { env: own, stdio: ['ignore', log, 'inherit'] });
    children.push(child);
    parts.set(child.pid as number, script === main ? String(args[0]) : basename(script, '.ts'));
    return { child, port };
  }

  async function start(script: string, args: string[], more = {}): Promise<string> {
    const { port } = await spawned(script, args, more);
    const origin = `http://127.0.0.1:${port}`;
    for (let tries = 0; tries < 600; tries++) {
      if (
        await fetch(origin).then(
          () => true,
          () => false,
        )
      )
        return origin;
      await sleep(100);
    }
    throw new Error(`${script} does not listen`);
  }

  async function operator(storeId: string, name: string, fields: Record<string, unknown>) {
    const operation = operations.find((each) => each.name === name);
    // A version of a request or layout must have a key or a person as its author.
    const actor = { type: 'key', id: core.runtime.newId(), name: 'bench' } as const;
    const ctx = Object.assign(contexts.asOperator(storeId), { actor, via: 'api' as const });
    return (await operation?.run(ctx, operation.input.parse(fields), undefined))?.value as { id: string };
  }

  return {
    url: databaseUrl(database),
    env,
    newId: core.runtime.newId,
    /** The role of each process by process ID, for `cpuSpentBy`. */
    parts: parts as ReadonlyMap<number, string>,
    start,
    startApi: (more = {}) => start(main, ['api'], more),
    /** Waits until the engine has registered it. */
    async startWorker(script = main, args = ['worker'], more = {}) {
      const { child, port } = await spawned(script, args, more);
      for (let tries = 0; tries < 300; tries++) {
        const known = await fetch(`${env['RESTATE_ADMIN_URL']}/deployments`).then((answer) => answer.text());
        if (known.includes(`:${port}/`)) return { stop: () => stopped(child) };
        await sleep(100);
      }
      throw new Error(`${script} is not known to the engine`);
    },
    async newPlainRequest(storeId: string, url: string) {
      return (await operator(storeId, 'create_http_request', { url, method: 'POST', timeoutMs: 10_000 })).id;
    },
    /** Accepts `count` steps and submits them to the engine, as if they had all just arrived. */
    async fillLine(storeId: string, requestId: string, count: number) {
      const engine = createEngine(String(env['RESTATE_INGRESS_URL']), String(env['RESTATE_ADMIN_URL']));
      const vault = await core.vaultFor(storeId).unlock();
      const db = core.database.forStore(storeId);
      const lane = laneOfStore(storeId);
      let next = 0;
      const filler = async () => {
        while (next < count) {
          const n = `waiting-${next++}`;
          const id = core.runtime.newId();
          const { executionId } = await insertStep(db, {
            ...lane,
            storeId,
            id,
            platform: 'generic',
            actionType: 'HTTP_REQUEST',
            actionConfigId: requestId,
            actionConfigName: 'Slow',
            trigger: 'workflow',
            runId: n,
            stepId: 'step',
            createdAt: core.runtime.now(),
            sealedInput: vault.seal(stepInputSealContext(id), JSON.stringify({ variables: { n } })),
            patienceMs: 60_000,
          });
          await engine.submit({ storeId, executionId, position: 0, attempt: 1, generation: 0, ...lane });
        }
      };
      await Promise.all(Array.from({ length: 32 }, filler));
    },
    async newSender(storeId: string, port: number) {
      const fields = { name: 'Main', host: '127.0.0.1', port, from: 'news@shop.example', security: 'none' };
      return (await operator(storeId, 'add_smtp_sender', fields)).id;
    },
    setSecret: (storeId: string, name: string, value: string) =>
      operator(storeId, 'set_secret', { name, value }),
    platformSecret: (storeId: string) =>
      operator(storeId, 'create_platform_secret', {}) as Promise<unknown> as Promise<{ secret: string }>,
    async newStore() {
      const storeId = core.runtime.newId();
      await operator(storeId, 'create_store', { name: 'Bench' });
      return storeId;
    },
    /** The hashes under which the store's history finds these words. */
    async wordMacs(storeId: string, words: readonly string[]) {
      return wordMacs(await core.vaultFor(storeId).unlock(), words);
    },
    async newKeys(storeId: string, level: Level, count: number) {
      const keys = Array.from({ length: count }, () => formatApiKey(randomBytes(32)));
      await withClient(databaseUrl(database), async (client) => {
        await client.query(
          `insert into store_limits (store_id, name, value) values ($1, 'keys', $2)
           on conflict (store_id, name) do update set value = store_limits.value + excluded.value`,
          [storeId, count],
        );
        await client.query(
          `insert into api_keys (store_id, id, name, hash, prefix, level, changed_at)
           select $1, gen_random_uuid(), 'bench', hash, prefix, $4, now() - interval '1 hour'
           from unnest($2::bytea[], $3::text[]) as k (hash, prefix)`,
          [storeId, keys.map((key) => core.runtime.sha256(key)), keys.map(publicPrefix), level],
        );
      });
      return keys;
    },
    async newHttpRequest(
      storeId: string,
      url = 'https://warehouse.example.com/orders/{{ variables.order.id }}',
    ) {
      const { id } = await operator(storeId, 'create_http_request', {
        url,
        method: 'POST',
        headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE }}', 'Content-Type': 'application/json' },
        body: {
          order: '{{ variables.order.id }}',
          lines: ['{{ variables.order.lines }}'],
          note: 'from the shop',
        },
        testVariables: { order: { id: 1001, lines: [] } },
      });
      return id;
    },
    async close() {
      for (const child of children) child.kill('SIGINT');
      await contexts.close();
      await core.close();
      await dropDatabase(database);
      rmSync(folder, { recursive: true });
    },
  };
}
