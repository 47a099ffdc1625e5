import { parseArgs } from 'node:util';
import { startEngine } from '../server/test/harness/engine.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { requirePrograms, startHaproxy } from '../server/test/harness/haproxy.ts';
import { type OutstepProcess, startWorker } from '../server/test/harness/process.ts';
import { Scratch } from '../server/test/harness/scratch.ts';
import { cpuBetween, cpuSpentBy, OUTSIDE } from './cpu.ts';
import { openStage } from './stage.ts';
import { closedLoop, countedLoop, signed } from './step-load.ts';
import { requireNoFailures, startTarget } from './steps.ts';

/**
 * `npm run bench:worker-rates`: HTTP steps at full load with one, two and three workers behind HAProxy in TCP
 * mode: steps per second, CPU time per step, and each worker's share of the CPU time.
 */
const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,3' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const STORES = 100;
const CLIENTS = 64;
const WARM_UP = 2000;

requirePrograms({ haproxy: 'haproxy' });

async function measure(count: number) {
  const scratch = await Scratch.open('worker-rates');
  const engine = await startEngine();
  const target = await startTarget();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'info',
    ...engine.env,
  });
  const workers: OutstepProcess[] = [];
  try {
    const stores = await Promise.all(
      Array.from({ length: STORES }, async () => {
        const storeId = await stage.newStore();
        const { secret } = await stage.platformSecret(storeId);
        await stage.setSecret(storeId, 'WAREHOUSE', 'a-token-of-the-warehouse');
        const requestId = await stage.newHttpRequest(
          storeId,
          `${target.plain}/orders/{{ variables.order.id }}`,
        );
        return { storeId, secret, requestId };
      }),
    );
    const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
    const { balanced } = await startHaproxy(scratch, [
      { name: 'balanced', backends: ports.map((port) => ({ port })) },
    ]);
    for (const port of ports)
      workers.push(
        await startWorker({
          ...stage.env,
          OUTSTEP_WORKER_PORT: String(port),
          OUTSTEP_WORKER_URL: `http://127.0.0.1:${balanced}`,
        }),
      );
    const origin = await stage.startApi();
    let turn = 0;
    const variables = { order: { id: 1001, lines: [{ sku: 'A-1', quantity: 2 }], email: 'ann@example.com' } };
    const next = () => {
      const at = turn++;
      const { storeId, secret, requestId } = stores[at % STORES] as (typeof stores)[number];
      const fields = { runId: `run-${at}`, stepId: 'step', requestId, variables };
      return signed(`${origin}/platforms/generic/${storeId}/http-request`, secret, fields);
    };
    const parts = new Map([
      ...stage.parts,
      [engine.process.child.pid as number, 'engine'],
      [target.pid, OUTSIDE],
      ...workers.map(({ child }, i) => [child.pid as number, `worker ${i + 1}`] as const),
    ]);
    requireNoFailures('warm-up', await countedLoop(next, CLIENTS, WARM_UP));
    for (let round = 0; round < ROUNDS; round++) {
      const before = cpuSpentBy(parts);
      const { done, perSecond, p50, p99 } = requireNoFailures(
        'steps',
        await closedLoop(next, CLIENTS, SECONDS),
      );
      const spent = cpuBetween(before, cpuSpentBy(parts));
      const { [OUTSIDE]: _, ...ours } = spent;
      const sum = Object.values(ours).reduce((total, seconds) => total + seconds, 0);
      const each = workers.map((_worker, i) => ours[`worker ${i + 1}`] ?? 0);
      const fair = each.reduce((total, seconds) => total + seconds, 0) / count;
      const shares = each.map((seconds) => (seconds / fair).toFixed(2)).join(' / ');
      console.log(
        `${count} workers: ${perSecond} a second, p50 ${p50} ms, p99 ${p99} ms, CPU ${((sum / done) * 1000).toFixed(1)} ms a step; of the fair share ${shares}`,
      );
    }
  } finally {
    for (const { child } of workers) child.kill('SIGKILL');
    await stage.close();
    await engine.close();
    target.close();
    await scratch.close();
  }
}

for (const count of values.workers.split(',')) await measure(Number(count));
process.exit();
