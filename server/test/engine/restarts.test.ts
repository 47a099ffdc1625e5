import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runWork } from '../../src/features/delivery/steps/run-work.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { startEngine } from '../harness/engine.ts';
import { freePort } from '../harness/free-port.ts';
import { startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { type OutstepProcess, startWorker } from '../harness/process.ts';
import { sized } from '../harness/size.ts';
import { type StreamBalancer, startStreamBalancer } from '../harness/stream-balancer.ts';
import { TestClock } from '../harness/test-clock.ts';
import { eventually, newTestStack, type SharedServices, type TestStack } from '../harness/test-stack.ts';
import { BASE_URL, type MailStack, newMailStack } from '../sending/mail-stack.ts';

/** A sender's connections unless stated otherwise. */
const CONNECTIONS = 2;
/** Concurrent calls per store. */
const SLOTS = 8;
const HOUR_MS = 3_600_000;
const MESSAGE_MS = 60;
const CALL_MS = 50;
/** A third each: a newsletter, a receipt to several, and receipts to one. */
const MAILS = sized(24, 60);
/** Recipients of each of the three steps that are running when the engine is restarted. */
const RECIPIENTS = sized(5, 14);
/** The minimum; each takes one of the slots, so more are added until all of them are in use. */
const STEPS = sized(16, 150);
/** How many emails have started when the engine is killed. */
const RESTARTS = sized([3], [3, 12, 20]);
const RELEASES = sized(1, 2);
/**
 * Each runs one step after the other, so that a machine on which workers start slowly doesn't get more work.
 */
const CALLERS = sized(4, 12);

let clock: TestClock;
let works: SharedServices;
let testStack: MailStack;
let balancer: StreamBalancer;
let workers: OutstepProcess[] = [];

beforeAll(async () => {
  [clock, balancer] = await Promise.all([TestClock.start(), startStreamBalancer()]);
  const engine = await startEngine();
  const env = {
    OUTSTEP_BASE_URL: BASE_URL,
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_SWEEP_SECONDS: '2',
  };
  const outstep = await startOutstep({ env: { ...engine.env, ...env }, databaseUrl: clock.databaseUrl });
  for (let i = 0; i < 2; i++) {
    const port = await freePort();
    // The first worker registers their shared address with the engine, which calls it at once.
    if (i === 0) balancer.add(port);
    const own = { OUTSTEP_WORKER_URL: balancer.url, OUTSTEP_WORKER_PORT: String(port) };
    workers.push(await startWorker({ ...outstep.env, ...own }));
    if (i === 1) balancer.add(port);
  }
  const [worker] = workers as [OutstepProcess];
  works = {
    ...{ engine, outstep, worker },
    async close() {
      await outstep.close();
      await engine.close();
    },
  };
  testStack = await newMailStack(await newTestStack(works));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  balancer?.close();
  await testStack?.close();
  await clock?.close();
});

const several = (count: number) =>
  Array.from({ length: count }, () => `anna-${randomUUID().slice(0, 8)}@customer.example`);
const receipts = () => testStack.layout({ bodyType: 'text', subject: 'Receipt', body: 'x' });

/** A separate store, which shares no slots with the emails. */
const newCalls = () => newTestStack({ ...works, close: async () => {} });

/** Repeats the same runs until each has ended. */
async function expectSuccess(calls: TestStack, request: string, runIds: string[]) {
  for (const runId of runIds) {
    const { body } = await eventually(
      () => calls.step(request, runId),
      (answer) => answer.body.status !== 'PENDING',
      60_000,
    );
    expect(body).toEqual({ executionId: expect.any(String), status: 'SUCCESS' });
  }
}

test(`two workers, a slow server, ${MAILS} emails: never a third connection, and each arrives once`, async () => {
  const news = await testStack.layout({
    bodyType: 'text',
    category: 'marketing',
    subject: 'News',
    body: 'x',
  });
  const receipt = await receipts();
  testStack.smtp.behaves.message = MESSAGE_MS;
  const to = several(MAILS);
  const third = MAILS / 3;
  const steps: [string, string[]][] = [
    [news, to.slice(0, third)],
    [receipt, to.slice(third, 2 * third)],
    ...to.slice(2 * third).map((address): [string, string[]] => [receipt, [address]]),
  ];
  const entries = await Promise.all(
    steps.map(([layout, recipients]) => testStack.send(layout, randomUUID(), { to: recipients })),
  );
  expect(entries.map(({ status }) => status)).toEqual(Array(steps.length).fill('SUCCESS'));
  expect(testStack.smtp.recipients.toSorted()).toEqual(to.toSorted());
  expect(testStack.smtp.messages.flatMap((message) => message.to).toSorted()).toEqual(to.toSorted());
  // The engine calls at least once per step; how often beyond that depends on how quickly message queues end.
  expect(Math.min(...balancer.calls), 'both had work').toBeGreaterThanOrEqual(steps.length / 2);
  expect(testStack.smtp.connections.most).toBe(CONNECTIONS);
  // Each of the small steps opens one; the large ones open far fewer than they have recipients.
  expect(testStack.smtp.connections.total).toBeGreaterThanOrEqual(third);
  expect(testStack.smtp.connections.total).toBeLessThan(2 * third);
});

describe('a restarted engine redelivers work in progress to any worker', () => {
  const to = several(3 * RECIPIENTS);
  const runIds: string[] = [];
  const seen: string[] = [];
  let [before, open, peak] = [0, 0, 0];
  let mails: string[];
  let calls: TestStack;
  let request: string;

  beforeAll(async () => {
    const layout = await receipts();
    calls = await newCalls();
    request = await calls.newRequest({ timeoutMs: 30_000 });
    before = testStack.smtp.recipients.length;
    // Long enough for an engine to restart while a step's messages are still being sent one after the other.
    testStack.smtp.behaves.message = 12 * MESSAGE_MS;
    const { promise: restarted, resolve: answerAll } = Promise.withResolvers<void>();
    calls.target.answer = async (response, { url }) => {
      peak = Math.max(peak, ++open);
      seen.push(url);
      await restarted;
      await sleep(CALL_MS);
      open--;
      response.end();
    };
    const stepped: ReturnType<TestStack['step']>[] = [];
    const step = () => {
      const runId = `slot-${runIds.length}`;
      runIds.push(runId);
      stepped.push(calls.step(request, runId));
    };
    for (let i = 0; i < STEPS; i++) step();
    await eventually(
      async () => {
        if (seen.length < SLOTS) step();
        return seen.length;
      },
      (count) => count >= SLOTS,
    );
    const posted = [0, 1, 2].map((i) =>
      testStack.post(layout, randomUUID(), { to: to.slice(i * RECIPIENTS, (i + 1) * RECIPIENTS) }),
    );
    for (const begun of RESTARTS) {
      await eventually(
        async () => testStack.smtp.recipients.length - before,
        (count) => count >= begun,
      );
      await testStack.engine.kill();
      await testStack.engine.start();
      answerAll();
    }
    mails = (await Promise.all(posted)).map(({ body }) => body.executionId);
    await Promise.all(stepped);
  });

  test('opens no third connection of a sender and delivers each email once', async () => {
    for (const id of mails) expect(await testStack.ended(id)).toMatchObject({ status: 'SUCCESS' });
    expect(testStack.smtp.recipients.slice(before).toSorted()).toEqual(to.toSorted());
    expect(testStack.smtp.connections.most).toBe(CONNECTIONS);
  });

  test('never exceeds the slots of a store and makes each call once', async () => {
    await expectSuccess(calls, request, runIds);
    expect(peak, 'all slots were in use').toBe(SLOTS);
    expect(seen.toSorted()).toEqual(runIds.map((runId) => `/orders/${runId}`).toSorted());
    await calls.close();
  });
});

test('replaces a worker under load without failures or duplicates', async () => {
  const calls = await newCalls();
  calls.target.answer = (response) => setTimeout(() => response.end(), Math.random() * 400);
  const request = await calls.newRequest();
  const runIds: string[] = [];
  let over = false;
  const load = Array.from({ length: CALLERS }, async () => {
    while (!over) {
      const runId = `order-${runIds.length}`;
      runIds.push(runId);
      await calls.step(request, runId);
      await sleep(300);
    }
  });
  const answered = (count: number) =>
    eventually(
      async () => calls.target.received.length,
      (now) => now >= count,
    );
  await answered(2 * CALLERS);
  for (let release = 0; release < RELEASES; release++) {
    const next = await startWorker(testStack.outstep.env);
    await answered(calls.target.received.length + CALLERS);
    const ended = await Promise.all(workers.map((old) => old.stop('SIGTERM')));
    expect(new Set(ended), 'they ended by themselves').toEqual(new Set([0]));
    workers = [next];
    await answered(calls.target.received.length + 2 * CALLERS);
  }
  over = true;
  await Promise.all(load);
  await expectSuccess(calls, request, runIds);
  const urls = calls.target.received.map(({ url }) => url);
  expect(urls.toSorted()).toEqual(runIds.map((runId) => `/orders/${runId}`).toSorted());
  await calls.close();
});

test('a redelivered message frees its slot only when the first run has ended', async () => {
  testStack.smtp.behaves = {};
  const { core, env } = testStack.outstep;
  const { id } = await testStack.send(await receipts(), randomUUID(), { to: several(3) });
  const contexts = createContexts(core);
  const ctx = contexts.asWorker(testStack.storeId);
  const ref = { storeId: testStack.storeId, executionId: id, position: 1, attempt: 1, generation: 0 };
  await runWork(ctx, ref, {});
  await withClient(String(env['DATABASE_URL']), (client) =>
    client.query(
      `update deliveries set holder = -1, lease_until = now() + interval '50 minutes'
       where execution_id = $1 and position = 3`,
      [id],
    ),
  );
  // This delivery isn't its own, so it doesn't wait for it.
  await runWork(ctx, { ...ref, position: 2 }, {});
  const brought = runWork(ctx, ref, {});
  const first = await Promise.race([brought, sleep(1000, 'still in its slot')]);
  expect(first).toBe('still in its slot');
  await clock.turn(HOUR_MS);
  await brought;
  await contexts.close();
});
