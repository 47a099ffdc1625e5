import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withOperator } from '../../src/adapters/postgres/roles.ts';
import { tryWithAdvisoryLock } from '../../src/adapters/postgres/run-alone.ts';
import { type BackgroundWork, backgroundWork, startBackground } from '../../src/processes/background.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
});
afterAll(() => outstep?.close());

const RUN_MS = 100;

/** Runs a job in three workers until it has run six times; returns the highest number of concurrent runs. */
async function mostAtOnce(runs: BackgroundWork['runs']): Promise<number> {
  let running = 0;
  let most = 0;
  let ended = 0;
  const job: BackgroundWork = {
    ...{ name: `test ${runs}`, restMs: () => 1, restsFirst: false, runs },
    async run() {
      most = Math.max(most, ++running);
      await sleep(RUN_MS);
      running--;
      ended++;
      return null;
    },
  };
  const workers = [1, 2, 3].map(() => startBackground(outstep.core, {} as never, [job]));
  await expect.poll(() => ended).toBeGreaterThanOrEqual(6);
  await Promise.all(workers.map((worker) => worker.stop()));
  return most;
}

test('a job marked alone runs in one worker at a time', async () => {
  expect(await mostAtOnce('alone')).toBe(1);
});

test('a job marked everywhere runs in all workers at once', async () => {
  expect(await mostAtOnce('everywhere')).toBe(3);
});

test('another worker takes over a job marked alone when its process is killed', async () => {
  const name = 'test killed';
  const url = outstep.core.config.databaseAdminUrl;
  const script = fileURLToPath(new URL('run-until-killed.ts', import.meta.url));
  const other = spawn(process.execPath, [script, url, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(other, 'exit');
  let runs = 0;
  const job: BackgroundWork = {
    ...{ name, restMs: () => 20, restsFirst: false, runs: 'alone' },
    async run() {
      runs++;
      return null;
    },
  };
  try {
    await once(other.stdout, 'data');
    const worker = startBackground(outstep.core, {} as never, [job]);
    for (let i = 0; i < 5; i++) expect(await tryWithAdvisoryLock(url, name, async () => 'ran')).toBeNull();
    expect(runs).toBe(0);
    other.kill('SIGKILL');
    await expect.poll(() => runs).toBeGreaterThan(0);
    await worker.stop();
  } finally {
    other.kill('SIGKILL');
    await gone;
  }
});

test('a job marked alone stops, and another worker takes over, when the connection with its lock is lost', async () => {
  const name = 'test lost lock';
  let begun = 0;
  let stopped = 0;
  const job: BackgroundWork = {
    ...{ name, restMs: () => 20, restsFirst: false, runs: 'alone' },
    async run({ isStopping }) {
      begun++;
      while (!isStopping()) await sleep(5);
      stopped++;
      return null;
    },
  };
  const workers = [1, 2].map(() => startBackground(outstep.core, {} as never, [job]));
  await expect.poll(() => begun).toBe(1);
  await withClient(outstep.core.config.databaseAdminUrl, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
       where application_name = $1 and locktype = 'advisory' and granted`,
      [`outstep-lock-${name}`],
    ),
  );
  await expect.poll(() => [begun, stopped]).toEqual([2, 1]);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(stopped).toBe(begun);
});

test('work as the operator throws without ending its process when an idle connection is lost', async () => {
  const url = outstep.core.config.databaseAdminUrl;
  const work = withOperator(url, 'lost', async (client) => {
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    await withClient(url, (other) =>
      other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'outstep-lost' and datname = current_database()`,
      ),
    );
    await lost;
    return client.query('select 1');
  });
  // Without a listener, the error of the idle connection would be uncaught and fail this test run.
  await expect(work).rejects.toThrow(/closed|not queryable|terminat/i);
});

test('a job marked alone can run again after it failed', async () => {
  let runs = 0;
  const job: BackgroundWork = {
    ...{ name: 'test failure', restMs: () => 1, restsFirst: false, runs: 'alone' },
    async run() {
      if (++runs === 1) throw new Error('failed');
      return null;
    },
  };
  const worker = startBackground(outstep.core, {} as never, [job]);
  await expect.poll(() => runs).toBeGreaterThan(1);
  await worker.stop();
});

test('maintenance runs alone', () => {
  expect(backgroundWork.filter(({ runs }) => runs === 'alone').map(({ name }) => name)).toEqual([
    'maintain',
    'sweep orphaned files',
    'mask requests of earlier releases',
  ]);
});
