import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OutstepProcess, startWorker } from '../harness/process.ts';
import { sized } from '../harness/size.ts';
import { type Spine, startSpine, until } from '../harness/spine.ts';

const SLOTS = 8;
const STEPS = sized(80, 150);
const RESTARTS = sized(1, 3);
const CALL_MS = 150;

/** One step after the other each, so that a machine on which workers start slowly is not given more to do. */
const CALLERS = 12;
const PAUSE_MS = 300;
const SLOWEST_MS = 400;

let spine: Spine;
const workers: OutstepProcess[] = [];

beforeAll(async () => {
  spine = await startSpine({ OUTSTEP_SWEEP_SECONDS: '3' });
});
afterAll(async () => {
  for (const worker of workers) if (worker.child.exitCode === null) await worker.stop();
  await spine?.close();
});

test('no more than its slots of a store are under way at once, also across an engine restart', async () => {
  let open = 0;
  let peak = 0;
  const seen: string[] = [];
  spine.target.answer = async (response, { url }) => {
    open++;
    peak = Math.max(peak, open);
    seen.push(url);
    await sleep(CALL_MS);
    open--;
    response.end();
  };
  const request = await spine.newRequest();
  const steps = Promise.all(Array.from({ length: STEPS }, (_, i) => spine.step(request, `slot-${i}`)));
  for (let restarts = 0; restarts < RESTARTS; restarts++) {
    await sleep(500);
    await spine.engine.kill();
    await spine.engine.start();
  }
  const taken = await steps;
  for (const [i, { body }] of taken.entries()) {
    const last = await until(
      () => spine.step(request, `slot-${i}`),
      (answer) => answer.body.status !== 'PENDING',
      60_000,
    );
    expect(last.body).toEqual({ executionId: body.executionId, status: 'SUCCESS' });
  }
  expect(peak, 'all slots were in use').toBe(SLOTS);
  expect(seen.sort()).toEqual([...new Set(seen)].sort());
  expect(seen).toHaveLength(STEPS);
});

test('a worker is replaced by the next one under load: nothing fails, nothing is done twice', async () => {
  spine.target.answer = (response) => setTimeout(() => response.end(), Math.random() * SLOWEST_MS);
  const request = await spine.newRequest();
  const steps: ReturnType<Spine['step']>[] = [];
  let over = false;
  const load = Array.from({ length: CALLERS }, async () => {
    while (!over) {
      const step = spine.step(request, `order-${steps.length}`);
      steps.push(step);
      await step;
      await sleep(PAUSE_MS);
    }
  });
  await sleep(500);
  let old = spine.worker;
  for (let release = 0; release < 2; release++) {
    const next = await startWorker(spine.outstep.env);
    workers.push(next);
    await sleep(500);
    expect(await old.stop('SIGTERM'), 'it ended by itself').toBe(0);
    old = next;
    await sleep(500);
  }
  over = true;
  await Promise.all(load);
  const answers = await Promise.all(steps);
  expect(answers.length).toBeGreaterThan(50);
  for (const [i, { body }] of answers.entries()) {
    const last = await until(
      () => spine.step(request, `order-${i}`),
      (answer) => answer.body.status !== 'PENDING',
    );
    expect(last.body).toEqual({ executionId: body.executionId, status: 'SUCCESS' });
  }
  const urls = spine.target.received.map(({ url }) => url).filter((url) => url.startsWith('/orders/order-'));
  expect(urls).toHaveLength(answers.length);
  expect(new Set(urls).size).toBe(answers.length);
});
