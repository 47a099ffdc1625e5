import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockKinds } from '../../src/features/rendering/design/all-blocks.schema.ts';
import { designs } from '../design/generated-designs.ts';
import { call, type TestResponse } from '../harness/client.ts';
import { besideCpuHogs } from '../harness/cpu-hogs.ts';
import { logFigure } from '../harness/log-figure.ts';
import { type OutstepProcess, startApi } from '../harness/process.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { callStep } from '../harness/signed-step.ts';
import { isFullSize, sized } from '../harness/size.ts';
import { newTestStack, startTestStack, type TestStack } from '../harness/test-stack.ts';

const WRITES = sized(8, 1000);
const WRITES_PER_STEP = 4;
/** Above this share, the service would be unavailable rather than busy. */
const MOST_BUSY = 0.05;

/**
 * Two, because one account's work is done sequentially; in the regular check one, whose process starts
 * sooner.
 */
const stores: TestStack[] = [];
let api: OutstepProcess;
beforeAll(async () => {
  const first = isFullSize
    ? await startTestStack({ OUTSTEP_RENDER_PATIENCE_MS: '1000' })
    : await sharedTestStack();
  stores.push(first, ...(isFullSize ? [await newTestStack(first)] : []));
  // In the regular check, so little that a design of 22 blocks fits into it as CPU time, but not as elapsed
  // time next to the hogs.
  api = await startApi({ ...first.outstep.env, OUTSTEP_RENDER_PATIENCE_MS: sized('250', '1000') });
});
afterAll(async () => {
  await api?.stop();
  for (const { target } of stores.slice(1)) await target.close();
  await stores[0]?.close();
});

/**
 * Blocks of nearly every kind, repeated to the number in a long email. No attachments, because a step would
 * fetch their files.
 */
const samples = blockKinds
  .map(({ sample }) => sample)
  .filter(({ type }) => !/part|attachment/.test(String(type)));
const blocks = Array.from({ length: 22 }, (_, i) => samples[i % samples.length]);
const generated = fc.sample(designs, { numRuns: WRITES, seed: 22 });

/** A new layout, a change of an earlier one, or a translation; every other one with 22 blocks. */
async function write({ key }: TestStack, turn: number, layouts: string[]): Promise<TestResponse> {
  const bodyDesign = turn % 2 === 0 ? { blocks } : generated[turn];
  const fields = { subject: `Order ${turn}`, bodyDesign };
  const send = (method: string, path: string, body: object) =>
    call(api.origin, key.key, method, `/api/v1/email-templates${path}`, body);
  const earlier = layouts[turn % layouts.length];
  if (earlier === undefined || turn % 3 === 0) {
    const made = await send('POST', '', { name: `Layout ${turn}`, ...fields });
    if (made.status === 201) layouts.push(made.body.id);
    return made;
  }
  return turn % 3 === 1
    ? send('PATCH', `/${earlier}`, fields)
    : send('PUT', `/${earlier}/translations/de`, fields);
}

/** A step's outcome, or nothing if it was not accepted and the platform would send it again. */
async function step({ storeId, secret, entry }: TestStack, layoutId: string): Promise<string[]> {
  const fields = { runId: randomUUID(), stepId: 'step-1', layoutId, to: ['anna@customer.example'] };
  const { status, body } = await callStep(api.origin, storeId, secret, 'send-email', fields);
  if (status >= 300) return [];
  for (;;) {
    const { status: end, error } = await entry(body.executionId);
    if (end === 'SUCCESS' || end === 'FAILED') return [`${end} ${error ?? ''}`.trim()];
    // A key has 300 calls a minute, and a step that got no CPU time is tried again after a minute.
    await sleep(sized(500, 5000));
  }
}

test(
  'rejects no valid write and fails no step for lack of CPU time (contract: Every answer 10)',
  async () => {
    const answers: TestResponse[] = [];
    const steps: Promise<string[]>[] = [];
    // The processes that compile start with the first design.
    const sent: string[] = [];
    for (const store of stores) expect((await write(store, 0, sent)).status).toBe(201);
    let turn = 0;
    const ends = await besideCpuHogs(sized(1, 3600), async () => {
      const callers = stores.map(async (store, i) => {
        const layouts: string[] = [];
        while (turn < WRITES) {
          const own = turn++;
          answers.push(await write(store, own, layouts));
          if (own % WRITES_PER_STEP < stores.length) steps.push(step(store, sent[i] as string));
        }
      });
      await Promise.all(callers);
      return (await Promise.all(steps)).flat();
    });
    const busy = answers.filter(({ status }) => status === 503);
    const refused = answers.filter(({ status }) => status >= 400 && status !== 503);
    const failed = ends.filter((end) => end !== 'SUCCESS');
    logFigure(
      `Beside CPU hogs: ${answers.length} writes, ${refused.length} refused, ${busy.length} times 503; ${ends.length} steps, ${failed.length} failed`,
    );
    expect(refused.map(({ status, text }) => `${status} ${text.slice(0, 300)}`)).toEqual([]);
    expect(failed).toEqual([]);
    // In the regular check, other tests take CPU time too, and with so few writes, a single 503 would be too
    // many.
    if (isFullSize) expect(busy.length).toBeLessThanOrEqual(MOST_BUSY * WRITES);
    expect(ends.length).toBeGreaterThan(0);
  },
  sized(300_000, 3_600_000),
);
