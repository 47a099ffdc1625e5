import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startEngine } from '../server/test/harness/engine.ts';
import { between, spentBy } from './cpu.ts';
import { median } from './load.ts';
import { openStage } from './stage.ts';
import { closedLoop, openLoop, type StepCall, type StepsMeasured, signed } from './step-load.ts';

const STORES = 100;
const SLOTS = 8;
const CLIENTS = 64;
const SECONDS = 6;
const ROUNDS = 3;
const EVEN_RATE = 50;
const EVEN_SECONDS = 20;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** HTTP steps from their signed call to their recorded end, beside the engine with the same writes, in turns. */
export async function benchSteps() {
  const engine = await startEngine();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'info',
    ...engine.env,
  });
  const target = createServer((request, response) => {
    request.resume().on('end', () => response.end('ok'));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = target.address() as AddressInfo;
    const stores: { storeId: string; secret: string; requestId: string }[] = [];
    for (let i = 0; i < STORES; i++) {
      const storeId = await stage.newStore();
      const { secret } = await stage.platformSecret(storeId);
      await stage.setSecret(storeId, 'WAREHOUSE', 'a-token-of-the-warehouse');
      const requestId = await stage.newHttpRequest(
        storeId,
        `http://127.0.0.1:${port}/orders/{{ variables.order.id }}`,
      );
      stores.push({ storeId, secret, requestId });
    }
    await stage.startWorker(here('./bare-step-worker.ts'), []);
    const bareOrigin = await stage.start(here('./bare-step-api.ts'), []);
    await stage.startWorker();
    const origin = await stage.startApi();
    let turn = 0;
    const next = () => {
      const at = turn++;
      return { at, ...(stores[at % STORES] as (typeof stores)[number]) };
    };
    const variables = { order: { id: 1001, lines: [{ sku: 'A-1', quantity: 2 }], email: 'ann@example.com' } };
    const bare = (): StepCall => {
      const { at, storeId } = next();
      const executionId = randomUUIDv7();
      const fields = { runId: `run-${at}`, stepId: 'step', executionId, slot: at % SLOTS, variables };
      return {
        url: `${bareOrigin}/stores/${storeId}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      };
    };
    const ours = (): StepCall => {
      const { at, storeId, secret, requestId } = next();
      const fields = { runId: `run-${at}`, stepId: 'step', requestId, variables };
      return signed(`${origin}/platforms/generic/${storeId}/http-request`, secret, fields);
    };
    const contenders = [
      { name: 'bare engine, same writes', bar: 1, call: bare },
      { name: 'HTTP steps', bar: 0.6, call: ours },
    ];
    for (const { call } of contenders) await closedLoop(call, CLIENTS, 4);

    const rounds: StepsMeasured[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured: StepsMeasured[] = [];
      for (const { call } of contenders) measured.push(await closedLoop(call, CLIENTS, SECONDS));
      rounds.push(measured);
    }
    const spent = () => spentBy(stage.pids(), engine.process.child.pid as number);
    const before = spent();
    const breakdownOf = await closedLoop(ours, CLIENTS, SECONDS);
    const cost = between(before, spent());
    const even = await openLoop(ours, EVEN_RATE, EVEN_SECONDS);
    const results = contenders.map(({ name, bar }, i) => {
      const mine = rounds.map((round) => round[i] as StepsMeasured);
      const failed = mine.reduce((sum, each) => sum + each.failed, 0);
      if (failed > 0) throw new Error(`${name}: ${failed} steps did not end well`);
      return {
        name,
        perSecond: Math.round(median(mine.map((each) => each.perSecond))),
        ofBare: median(rounds.map((round) => (round[i]?.perSecond ?? 0) / (round[0]?.perSecond ?? 1))),
        bar,
        p50: median(mine.map((each) => each.p50)),
        p99: median(mine.map((each) => each.p99)),
      };
    });
    const steps = breakdownOf.perSecond * SECONDS;
    const breakdown = Object.entries(cost).map(([part, seconds]) => ({
      part,
      'µs a step': Math.round((seconds * 1e6) / steps),
    }));
    return { results, even, breakdown };
  } finally {
    target.closeAllConnections();
    target.close();
    await stage.close();
    await engine.close();
  }
}
