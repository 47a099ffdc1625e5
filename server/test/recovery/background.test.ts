import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackgroundWork, backgroundWork, startBackground } from '../../src/processes/background.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
});
afterAll(() => outstep?.close());

const RUN_MS = 100;

/** Runs a job in three workers until it has run six times; the most runs at a time. */
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

test('a job marked alone is free again after it failed', async () => {
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
  ]);
});
