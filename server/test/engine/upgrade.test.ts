import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OutstepProcess, startWorker } from '../harness/process.ts';
import { type Spine, startSpine, until } from '../harness/spine.ts';

const RATE = 20;
const CALL_MS = 400;

let spine: Spine;
const workers: OutstepProcess[] = [];

beforeAll(async () => {
  spine = await startSpine();
}, 120_000);
afterAll(async () => {
  for (const worker of workers) if (worker.child.exitCode === null) await worker.stop();
  await spine?.close();
});

test('a worker is replaced by the next one under load: nothing fails, nothing is done twice', async () => {
  spine.target.answer = (response) => setTimeout(() => response.end(), Math.random() * CALL_MS);
  const request = await spine.newRequest();
  const steps: ReturnType<Spine['step']>[] = [];
  let over = false;
  const load = (async () => {
    while (!over) {
      steps.push(spine.step(request, `order-${steps.length}`));
      await sleep(1000 / RATE);
    }
  })();
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
  await load;
  const answers = await Promise.all(steps);
  expect(answers.length).toBeGreaterThan(50);
  for (const [i, { body }] of answers.entries()) {
    const last = await until(
      () => spine.step(request, `order-${i}`),
      (answer) => answer.body.status !== 'PENDING',
    );
    expect(last.body).toEqual({ executionId: body.executionId, status: 'SUCCESS' });
  }
  const urls = spine.target.received.map(({ url }) => url);
  expect(urls).toHaveLength(answers.length);
  expect(new Set(urls).size).toBe(answers.length);
}, 120_000);
