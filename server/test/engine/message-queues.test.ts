import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/restate/engine.ts';
import { laneOfSender } from '../../src/features/delivery/ledger/lanes.rules.ts';
import { acceptStep } from '../../src/features/delivery/steps/accept-step.ts';
import { type Contexts, createContexts } from '../../src/processes/contexts.ts';
import { OutsideWorld } from '../chaos/outside-world.ts';
import { startEngine, type TestEngine } from '../harness/engine.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { type OutstepProcess, startWorker } from '../harness/process.ts';
import { eventually } from '../harness/test-stack.ts';
import { fakePlans } from './fake-sender.ts';

const entry = fileURLToPath(new URL('./fake-sender-worker.ts', import.meta.url));
const MESSAGES = 10;
const CONNECTIONS = 2;

let engine: TestEngine;
let outstep: Outstep;
let worker: OutstepProcess;
let world: OutsideWorld;
let contexts: Contexts;
let key: TestKey;

beforeAll(async () => {
  engine = await startEngine();
  world = await OutsideWorld.start({ transient: 0, lost: 0, slowestMs: 300 });
  outstep = await startOutstep({
    // So late that the sweeper plays no part in this.
    env: { ...engine.env, OUTSTEP_SWEEP_SECONDS: '3600', TEST_SERVER_URL: world.origin },
  });
  worker = await startWorker(outstep.env, [entry]);
  contexts = createContexts(outstep.core);
  key = await outstep.newKey(await outstep.newStore(), 'read');
}, 120_000);
afterAll(async () => {
  await worker?.stop();
  await contexts?.close();
  await outstep?.close();
  await engine?.close();
  world?.close();
});

/** With `isAlone`, it waits in its sender's lane from the beginning. */
async function take(messages: number, isAlone = false) {
  const name = randomUUID();
  const senderId = `sender of ${name}`;
  const ingress = createEngine(engine.process.ingressUrl, engine.process.adminUrl);
  const ctx = Object.assign(contexts.asPlatform(key.storeId, 'generic'), { engine: ingress });
  const { executionId = '' } = await acceptStep(ctx, {
    actionType: 'EMAIL',
    trigger: 'workflow',
    actionConfigId: null,
    actionConfigName: 'Lines',
    runId: name,
    stepId: 'step',
    ...(isAlone && { lane: laneOfSender(senderId, CONNECTIONS) }),
    input: fakePlans.write({ name, isBusy: false, messages, connections: CONNECTIONS, senderId }),
  });
  return { id: executionId, name, senderId };
}

const ended = (id: string) =>
  eventually(
    async () => (await outstep.call(key, 'GET', `/api/v1/history/${id}`)).body,
    ({ status }) => status !== 'PENDING',
    90_000,
  );

/** How often the execution's work was submitted to the engine. */
async function submissionsOf(id: string): Promise<number> {
  const query = `select count(*) as submissions from sys_invocation where idempotency_key like '${id}:%'`;
  const answer = await fetch(`${engine.process.adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  return ((await answer.json()) as { rows: { submissions: number }[] }).rows[0]?.submissions ?? 0;
}

const messagesStartingWith = (name: string) =>
  [...world.taken].filter(([message]) => message.startsWith(name));

test('plans a step once and requests each slot once', async () => {
  const { id, name, senderId } = await take(MESSAGES);
  expect(await ended(id)).toMatchObject({ status: 'SUCCESS' });
  expect(messagesStartingWith(name).map(([, times]) => times)).toEqual(Array(MESSAGES).fill(1));
  expect(world.peaks.get(senderId)).toBe(CONNECTIONS);
  expect(await submissionsOf(id)).toBe(1 + CONNECTIONS);
});

test('a step that waits with its sender is planned and sent in one go', async () => {
  const { id, name, senderId } = await take(1, true);
  expect(await ended(id)).toMatchObject({ status: 'SUCCESS' });
  expect(messagesStartingWith(name)).toHaveLength(1);
  expect(world.peaks.get(senderId)).toBe(1);
  expect(await submissionsOf(id)).toBe(1);
});

test('a step that waits with its sender starts its message queues itself', async () => {
  const { id, name, senderId } = await take(MESSAGES, true);
  expect(await ended(id)).toMatchObject({ status: 'SUCCESS' });
  expect(messagesStartingWith(name).map(([, times]) => times)).toEqual(Array(MESSAGES).fill(1));
  expect(world.peaks.get(senderId)).toBe(CONNECTIONS);
  expect(await submissionsOf(id)).toBe(CONNECTIONS);
});

test('another worker continues for a killed one, in the same slots, without the sweeper', async () => {
  const steps = await Promise.all([take(MESSAGES), take(MESSAGES, true)]);
  await eventually(
    async () => steps.map(({ name }) => messagesStartingWith(name).length),
    (arrived) => arrived.every((count) => count >= 2),
  );
  await worker.stop('SIGKILL');
  worker = await startWorker(outstep.env, [entry]);
  for (const { id, name, senderId } of steps) {
    const { status, timeline } = await ended(id);
    const unknown = (timeline as { event: string }[]).filter(({ event }) => event === 'unknown');
    // At most the message that was in flight on each connection when the worker was killed.
    expect(unknown.length).toBeLessThanOrEqual(CONNECTIONS);
    expect(status).toBe(unknown.length > 0 ? 'FAILED' : 'SUCCESS');
    const arrived = messagesStartingWith(name);
    expect(arrived.filter(([, times]) => times !== 1)).toEqual([]);
    expect(arrived.length).toBeGreaterThanOrEqual(MESSAGES - unknown.length);
    expect(world.peaks.get(senderId)).toBe(CONNECTIONS);
  }
}, 150_000);
