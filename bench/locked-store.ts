import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEngine } from '../server/test/harness/engine.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import { openStage } from './stage.ts';
import { percentile, signed, startStep } from './step-load.ts';

/**
 * Steps of many stores share transactions. One store's row is locked for five seconds, again and again, while
 * its steps keep coming like those of the others. Measures the time from the signed call of another store's
 * step to its response, alternating between no lock and a lock.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
  },
});
const RATE = Number(values.rate);
const ROUNDS = Number(values.rounds);
const STORES = 50;
const LOCKED_MS = 5_000;
const BAR = 2;

const engine = await startEngine();
const stage = await openStage({
  OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
  OUTSTEP_LOG_LEVEL: 'error',
  ...engine.env,
});
const target = createServer((request, response) => {
  request.resume();
  response.end();
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));

try {
  const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const newStore = async () => {
    const storeId = await stage.newStore();
    const { secret } = await stage.platformSecret(storeId);
    return {
      storeId,
      secret,
      requestId: await stage.newPlainRequest(storeId, `${origin}/{{ variables.n }}`),
    };
  };
  const stores = await Promise.all(Array.from({ length: STORES }, newStore));
  const [locked] = stores as [(typeof stores)[number]];
  await stage.startWorker();
  const api = await stage.startApi();
  let turn = 0;
  let unwell = 0;
  const late: Promise<unknown>[] = [];

  /** Durations of the other stores' steps that started within `ms` milliseconds. */
  async function measured(ms: number): Promise<number[]> {
    const times: number[] = [];
    const others: Promise<unknown>[] = [];
    const from = performance.now();
    for (let n = 0; performance.now() - from < ms; n++) {
      const { storeId, secret, requestId } = stores[turn % STORES] as (typeof stores)[number];
      const fields = { runId: `run-${turn++}`, stepId: 'step', requestId, variables: { n } };
      const began = performance.now();
      const step = startStep(signed(`${api}/platforms/generic/${storeId}/http-request`, secret, fields));
      if (storeId === locked.storeId) late.push(step);
      else
        others.push(
          step.then((well) => {
            times.push(performance.now() - began);
            if (!well) unwell++;
          }),
        );
      await sleep(Math.max(0, from + ((n + 1) * 1000) / RATE - performance.now()));
    }
    await Promise.all(others);
    return times;
  }

  await measured(20_000);
  const free: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    free.push(...(await measured(LOCKED_MS)));
    await withClient(stage.url, async (client) => {
      await client.query('begin');
      // Every row written for a store references its row.
      await client.query('select from stores where id = $1 for update', [locked.storeId]);
      beside.push(...(await measured(LOCKED_MS)));
      await client.query('rollback');
    });
    await Promise.all(late);
  }
  const [freeP99, besideP99] = [percentile(free, 0.99), percentile(beside, 0.99)];
  const ratio = besideP99 / freeP99;
  console.log(`others, no lock: p50 ${percentile(free, 0.5)} ms, p99 ${freeP99} ms, ${free.length} steps`);
  console.log(
    `others, beside a store locked for ${LOCKED_MS / 1000} s, ${ROUNDS} times: p50 ${percentile(beside, 0.5)} ms, p99 ${besideP99} ms, ${beside.length} steps`,
  );
  console.log(`p99 ${ratio.toFixed(2)} times that without (bar ${BAR}); ${unwell} did not end well`);
  if (ratio > BAR || unwell > 0) process.exitCode = 1;
} finally {
  await stage.close();
  await engine.close();
  target.closeAllConnections();
  target.close();
}
process.exit();
