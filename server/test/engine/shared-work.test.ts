import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/restate/engine.ts';
import { Registration } from '../../src/adapters/restate/registration.ts';
import type { Engine } from '../../src/kernel/engine.ts';
import { createEndpoint } from '../../src/surfaces/engine/endpoint.ts';
import { createEngineServer, type EngineServer } from '../../src/surfaces/engine/sessions.ts';
import { Balancer } from '../chaos/balancer.ts';
import { startEngine, type TestEngine } from '../harness/engine.ts';
import { sized } from '../harness/size.ts';

/** Only what the engine sees of a worker, because this is about the engine's connections. */
interface EngineWorker {
  runs: number;
  engineServer: EngineServer;
}

/**
 * The lowest accepted part of a fair share; so short a run has only about four connections. `npm run
 * bench:workers` measures a minute.
 */
const BAR = 0.25;
const WARM_SECONDS = 1;
const SECONDS = sized(5, 7);
const RATE = sized(15, 30);
/** Longer than any connection lives. */
const LONG_MS = 3_000;
const LONG_ONES = sized(2, 4);

let engine: TestEngine;
let client: Engine;
let balancer: Balancer;
const workers: EngineWorker[] = [];
/** How often each long-running piece of work was started. */
const startCounts = new Map<string, number>();

async function startWorker(): Promise<EngineWorker> {
  const endpoint = createEndpoint({
    async run({ executionId, position }) {
      worker.runs++;
      startCounts.set(executionId, (startCounts.get(executionId) ?? 0) + 1);
      await sleep(position === 1 ? LONG_MS : 20);
    },
    push: async () => undefined,
    onError: () => undefined,
    identityKeys: [engine.process.identityKey],
  });
  const engineServer = createEngineServer(endpoint.handler);
  const worker: EngineWorker = { runs: 0, engineServer };
  engineServer.server.listen(0, '127.0.0.1');
  await once(engineServer.server, 'listening');
  balancer.add((engineServer.server.address() as AddressInfo).port);
  return worker;
}

beforeAll(async () => {
  [engine, balancer] = await Promise.all([startEngine(), Balancer.start()]);
  client = createEngine(engine.process.ingressUrl, engine.process.adminUrl);
  for (let i = 0; i < 2; i++) workers.push(await startWorker());
  const registration = new Registration({
    ...{ adminUrl: engine.process.adminUrl, url: balancer.url, release: 'test' },
    ...{ onChange: () => undefined, onError: (error: unknown) => console.error(error) },
  });
  await registration.start();
  registration.stop();
});
afterAll(async () => {
  await engine?.close();
  balancer?.close();
  for (const { engineServer } of workers) {
    engineServer.drain();
    engineServer.destroy();
  }
});

function work(position: number) {
  const executionId = randomUUID();
  const ref = { storeId: randomUUID(), executionId, position, attempt: 1, generation: 0 };
  return { executionId, run: client.run({ ...ref, lane: executionId, slots: 1 }, 60_000) };
}

/** Returns how much of the work each worker got, and the long-running executions. */
async function load(seconds: number) {
  const before = workers.map(({ runs }) => runs);
  const long: string[] = [];
  const runs: Promise<unknown>[] = [];
  const from = performance.now();
  for (let i = 0; i < seconds * RATE; i++) {
    await sleep(Math.max(0, from + (i * 1000) / RATE - performance.now()));
    const isLong = i % RATE === 0 && long.length < LONG_ONES;
    const { executionId, run } = work(isLong ? 1 : 0);
    if (isLong) long.push(executionId);
    runs.push(run);
  }
  await Promise.all(runs);
  return { long, got: workers.map(({ runs }, at) => runs - (before[at] ?? 0)) };
}

test('a worker that joins behind a TCP load balancer gets its share, and work that outlives a connection runs once', async () => {
  await load(WARM_SECONDS);
  workers.push(await startWorker());
  const { got, long } = await load(SECONDS);
  const fair = got.reduce((sum, count) => sum + count, 0) / workers.length;
  expect(Math.min(...got) / fair, `${got}`).toBeGreaterThan(BAR);
  expect(long.map((executionId) => startCounts.get(executionId))).toEqual(long.map(() => 1));
});
