import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/restate/engine.ts';
import { acceptStep } from '../../src/features/delivery/steps/accept-step.ts';
import { type Contexts, createContexts } from '../../src/processes/contexts.ts';
import { OutsideWorld } from '../chaos/outside-world.ts';
import { startEngine, type TestEngine } from '../harness/engine.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { type OutstepProcess, startWorker } from '../harness/process.ts';
import { sized } from '../harness/size.ts';
import { eventually } from '../harness/test-stack.ts';
import { fakePlans } from './fake-sender.ts';

const entry = fileURLToPath(new URL('./fake-sender-worker.ts', import.meta.url));

/** Steps of one sender that are running when the engine is restarted. */
const STEPS = sized(5, 10);
const RESTARTS = sized(1, 2);

let engine: TestEngine;
let outstep: Outstep;
let worker: OutstepProcess;
let world: OutsideWorld;
let contexts: Contexts;
let key: TestKey;

beforeAll(async () => {
  engine = await startEngine();
  world = await OutsideWorld.start({ transient: 0.2, lost: 0.05, slowestMs: 60 });
  outstep = await startOutstep({
    env: {
      ...engine.env,
      OUTSTEP_RETRY_SECONDS: '0,0.1,0.1',
      OUTSTEP_SWEEP_SECONDS: '3',
      TEST_SERVER_URL: world.origin,
    },
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

async function fanOut(name: string, messages: number, connections: number, isBusy = false): Promise<string> {
  const ingress = createEngine(engine.process.ingressUrl, engine.process.adminUrl);
  const ctx = Object.assign(contexts.asPlatform(key.storeId, 'generic'), { engine: ingress });
  const { executionId = '' } = await acceptStep(ctx, {
    actionType: 'EMAIL',
    trigger: 'workflow',
    actionConfigId: null,
    actionConfigName: 'Fan-out',
    runId: name,
    stepId: 'step',
    input: fakePlans.write({
      ...{ name, isBusy, messages, connections },
      senderId: `sender of ${connections}`,
    }),
  });
  return executionId;
}

const ended = (id: string) =>
  eventually(
    async () => (await outstep.call(key, 'GET', `/api/v1/history/${id}`)).body,
    ({ status }) => status !== 'PENDING',
    60_000,
  );

describe('a step with several messages', () => {
  test('sends each once; one that was never answered is unknown, is not sent again, and is named', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `mixed-${i}`);
    const ids = await Promise.all(names.map((name, i) => fanOut(name, 2 + (i % 19), 4)));
    let unknown = 0;
    for (const [i, id] of ids.entries()) {
      const name = names[i] as string;
      const entry = await ended(id);
      const messages = Array.from({ length: 2 + (i % 19) }, (_, at) => `${name}/${at + 1}`);
      expect(messages.map((message) => world.taken.get(message))).toEqual(messages.map(() => 1));
      const lost = messages.filter((message) => world.lost.has(message));
      unknown += lost.length;
      expect(entry.status).toBe(lost.length > 0 ? 'FAILED' : 'SUCCESS');
      if (lost.length > 0) {
        expect(entry.error).toBe(
          `${lost.length} of ${messages.length} emails failed or are unconfirmed (${lost.length} unconfirmed): the server did not answer`,
        );
      }
      const events = (entry.timeline as { event: string; detail: string }[]).filter(
        ({ event }) => event !== 'retry',
      );
      expect(events).toHaveLength(messages.length);
      expect(events.filter(({ event }) => event === 'unknown').map(({ detail }) => detail)).toEqual(
        lost.map((message) => `message ${message.split('/')[1]}: the server did not answer`),
      );
    }
    expect(unknown, 'some answers were lost, or this proves little').toBeGreaterThan(0);
  });

  test('is planned again after a busy dependency, without waiting for a lease', async () => {
    const entry = await ended(await fanOut('busy', 2, 4, true));
    expect(entry.status).toBe('SUCCESS');
    expect(entry.timeline).toContainEqual(
      expect.objectContaining({
        event: 'retry',
        detail: 'attempt 1: too busy to plan; next attempt in 0.1 s',
      }),
    );
  });

  test('never exceeds the connections of a sender, also across an engine restart', async () => {
    const ids = await Promise.all(Array.from({ length: STEPS }, (_, i) => fanOut(`narrow-${i}`, 12, 2)));
    for (let restarts = 0; restarts < RESTARTS; restarts++) {
      await sleep(400);
      await engine.kill();
      await engine.start();
    }
    for (const id of ids) await ended(id);
    expect(world.peaks.get('sender of 2')).toBe(2);
    const taken = [...world.taken].filter(([name]) => name.startsWith('narrow'));
    expect(taken).toHaveLength(12 * STEPS);
    expect(taken.filter(([, times]) => times !== 1)).toEqual([]);
  }, 180_000);
});
