import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEngine } from '../server/test/harness/engine.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import { cpuBetween, cpuSpentBy, OUTSIDE } from './cpu.ts';
import { openStage } from './stage.ts';
import { percentile, signed, startStep } from './step-load.ts';

/**
 * One store with a long queue of steps and only slow targets, next to 200 other stores. Measures the time
 * from the signed call of another store's step until its target is called, alternating between an
 * installation with the slow store and one without it, because machines change from minute to minute.
 */
const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '20' },
    turns: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
  },
});
const WAITING = Number(values.waiting);
const RATE = Number(values.rate);
const TURNS = Number(values.turns);
const SECONDS = Number(values.seconds);
/** How long a caller waits. After that, the sweeper checks the queue, which is part of the measurement. */
const SETTLED_MS = 60_000;
const STORES = 200;
const SLOW_MS = 9_000;
const SLOTS = 8;
const BAR = 1.1;

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
const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;

/** A separate installation with 200 stores, and how long their steps have waited so far. */
async function openInstallation(label: string) {
  const engine = await startEngine();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'warn',
    ...engine.env,
  });
  const newStore = async (path: string) => {
    const storeId = await stage.newStore();
    const { secret } = await stage.platformSecret(storeId);
    const requestId = await stage.newPlainRequest(storeId, `${origin}/${path}/{{ variables.n }}`);
    return { storeId, secret, requestId };
  };
  const stores = await Promise.all(Array.from({ length: STORES }, () => newStore('quick')));
  await stage.startWorker();
  const api = await stage.startApi();
  const parts = new Map([...stage.parts, [engine.process.child.pid as number, 'engine']]);
  const waits: number[] = [];
  const spent: Record<string, number> = {};
  let turns = 0;
  return {
    ...{ label, stage, newStore, waits, spent },
    async takeTurn() {
      const turn = `${label}-${turns++}`;
      const before = cpuSpentBy(parts);
      const began = new Map<string, number>();
      const steps: Promise<unknown>[] = [];
      const from = performance.now();
      for (let n = 0; performance.now() - from < SECONDS * 1000; n++) {
        const { storeId, secret, requestId } = stores[n % STORES] as (typeof stores)[number];
        const name = `${turn}-${n}`;
        began.set(`/quick/${name}`, performance.now());
        const fields = { runId: name, stepId: 'step', requestId, variables: { n: name } };
        steps.push(startStep(signed(`${api}/platforms/generic/${storeId}/http-request`, secret, fields)));
        await sleep(Math.max(0, from + ((n + 1) * 1000) / RATE - performance.now()));
      }
      await Promise.all(steps);
      for (const [part, seconds] of Object.entries(cpuBetween(before, cpuSpentBy(parts))))
        spent[part] = (spent[part] ?? 0) + seconds;
      return [...began].map(([path, at]) => (called.get(path) ?? Number.POSITIVE_INFINITY) - at);
    },
    async close() {
      await stage.close();
      await engine.close();
    },
  };
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;

const shareOf = ({ waits, spent, label }: Installation) => {
  const share = { p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
  // Share of one processor, which separates a change in waiting from a change in work.
  const busy = Object.entries(spent)
    // Both installations share these.
    .filter(([part]) => part !== OUTSIDE && part !== 'PostgreSQL' && part !== 'Redis')
    .map(([part, seconds]) => `${part} ${((100 * seconds) / (TURNS * SECONDS)).toFixed(1)} %`);
  console.log(`${label}: p50 ${share.p50} ms, p99 ${share.p99} ms; ${busy.join(', ')}`);
  return share;
};

const quiet = await openInstallation('alone');
const flooded = await openInstallation('beside');

try {
  const flooding = await flooded.newStore('slow');
  const filling = performance.now();
  await flooded.stage.fillLine(flooding.storeId, flooding.requestId, WAITING);
  console.log(`${WAITING} steps wait in line after ${Math.round((performance.now() - filling) / 1000)} s`);
  for (const each of [quiet, flooded]) await each.takeTurn();
  await sleep(SETTLED_MS);
  for (let turn = 0; turn < TURNS; turn++)
    for (const each of turn % 2 === 0 ? [quiet, flooded] : [flooded, quiet])
      each.waits.push(...(await each.takeTurn()));
  const left = await withClient(flooded.stage.url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from deliveries where store_id = $1 and sweep_at is not null`,
      [flooding.storeId],
    );
    return rows[0].n as number;
  });
  const [alone, beside] = [shareOf(quiet), shareOf(flooded)];
  const ratio = beside.p99 / alone.p99;
  console.log(`${left} steps waited, for targets of ${SLOW_MS / 1000} s`);
  console.log(
    `p50 ${(beside.p50 / alone.p50).toFixed(2)}, p99 ${ratio.toFixed(2)} times that alone (bar ${BAR}); at most ${slowPeak} of the store at once (slots ${SLOTS})`,
  );
  if (ratio > BAR || slowPeak > SLOTS || left < WAITING / 2) process.exitCode = 1;
} finally {
  await quiet.close();
  await flooded.close();
  target.closeAllConnections();
  target.close();
}
process.exit();
