import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Spine, startSpine, until } from '../harness/spine.ts';

const SLOTS = 8;
const STEPS = 100;
const CALL_MS = 150;

let spine: Spine;

beforeAll(async () => {
  spine = await startSpine({ OUTSTEP_SWEEP_SECONDS: '3' });
}, 120_000);
afterAll(() => spine?.close());

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
  for (let restarts = 0; restarts < 2; restarts++) {
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
}, 180_000);
