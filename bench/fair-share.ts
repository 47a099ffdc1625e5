import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEngine } from '../server/test/harness/engine.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import { openStage } from './stage.ts';
import { signed, startStep } from './step-load.ts';

/**
 * One store with a long line of steps and nothing but slow targets, and 200 others beside it. How long the others'
 * steps take from the signed call until their target is called: alone, and beside that store.
 */
const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
  },
});
const WAITING = Number(values.waiting);
const RATE = Number(values.rate);
const SECONDS = Number(values.seconds);
const STORES = 200;
const SLOW_MS = 9_000;
const SLOTS = 8;
const BAR = 2;

const engine = await startEngine();
const stage = await openStage({
  OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
  OUTSTEP_LOG_LEVEL: 'warn',
  ...engine.env,
});
const called = new Map<string, number>();
let slowNow = 0;
let slowPeak = 0;
const target = createServer((request, response) => {
  const path = request.url ?? '';
  request.resume();
  if (path.startsWith('/slow')) {
    slowNow++;
    slowPeak = Math.max(slowPeak, slowNow);
    setTimeout(() => {
      slowNow--;
      response.end();
    }, SLOW_MS);
    return;
  }
  called.set(path, performance.now());
  response.end();
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));

interface Share {
  p50: number;
  p99: number;
}

const percentile = (sorted: number[], share: number) =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;

try {
  const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const newStore = async (path: string) => {
    const storeId = await stage.newStore();
    const { secret } = await stage.platformSecret(storeId);
    const requestId = await stage.newPlainRequest(storeId, `${origin}/${path}/{{ variables.n }}`);
    return { storeId, secret, requestId };
  };
  const others = await Promise.all(Array.from({ length: STORES }, () => newStore('quick')));
  const flooding = await newStore('slow');
  await stage.startWorker();
  const api = await stage.startApi();

  async function measured(label: string): Promise<Share> {
    const began = new Map<string, number>();
    const steps: Promise<unknown>[] = [];
    const from = performance.now();
    for (let n = 0; performance.now() - from < SECONDS * 1000; n++) {
      const { storeId, secret, requestId } = others[n % STORES] as (typeof others)[number];
      const name = `${label}-${n}`;
      began.set(`/quick/${name}`, performance.now());
      const fields = { runId: name, stepId: 'step', requestId, variables: { n: name } };
      steps.push(startStep(signed(`${api}/platforms/generic/${storeId}/http-request`, secret, fields)));
      await sleep(Math.max(0, from + ((n + 1) * 1000) / RATE - performance.now()));
    }
    await Promise.all(steps);
    const waits = [...began]
      .map(([path, at]) => (called.get(path) ?? Number.POSITIVE_INFINITY) - at)
      .sort((a, b) => a - b);
    return { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
  }

  await measured('warm');
  const alone = await measured('alone');
  console.log(`alone: p50 ${alone.p50} ms, p99 ${alone.p99} ms`);

  const filling = performance.now();
  await stage.fillLine(flooding.storeId, flooding.requestId, WAITING);
  console.log(`${WAITING} steps wait in line after ${Math.round((performance.now() - filling) / 1000)} s`);
  await sleep(5_000);
  const beside = await measured('beside');
  const left = await withClient(stage.url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from deliveries where store_id = $1 and sweep_at is not null`,
      [flooding.storeId],
    );
    return rows[0].n as number;
  });
  const ratio = beside.p99 / alone.p99;
  console.log(
    `beside ${left} waiting steps with targets of ${SLOW_MS / 1000} s: p50 ${beside.p50} ms, p99 ${beside.p99} ms`,
  );
  console.log(
    `p99 ${ratio.toFixed(2)} times that alone (bar ${BAR}); at most ${slowPeak} of the store at once (slots ${SLOTS})`,
  );
  if (ratio > BAR || slowPeak > SLOTS || left < WAITING / 2) process.exitCode = 1;
} finally {
  await stage.close();
  await engine.close();
  target.closeAllConnections();
  target.close();
}
process.exit();
