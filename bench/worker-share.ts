import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEngine } from '../server/test/harness/engine.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { type BalancedService, requirePrograms, startHaproxy } from '../server/test/harness/haproxy.ts';
import { countHttp2Responses } from '../server/test/harness/http2-responses.ts';
import { type OutstepProcess, startWorker } from '../server/test/harness/process.ts';
import { Scratch } from '../server/test/harness/scratch.ts';
import { TcpProxy } from '../server/test/harness/tcp-proxy.ts';
import { openStage } from './stage.ts';
import { signed, startStep } from './step-load.ts';

/**
 * `npm run bench:workers`: three workers behind HAProxy in TCP mode, with steps at an even rate. Measures
 * each worker's share of the work after each kind of restart, starting ten seconds later.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '60' },
    balance: { type: 'string', default: 'roundrobin,leastconn,random' },
  },
});
const RATE = Number(values.rate);
const SECONDS = Number(values.seconds);
const WORKERS = 3;
const STORES = 20;
const SETTLE_MS = 10_000;
/** The smallest acceptable part of a worker's fair share. */
const BAR = 0.5;
/** Calls take a while, so that several run concurrently. */
const CALL_MS = 300;

requirePrograms({ haproxy: 'haproxy' });

interface MeasuredWorker {
  port: number;
  tap: TcpProxy;
  answers: number;
  process: OutstepProcess;
}

async function measure(balance: NonNullable<BalancedService['balance']>): Promise<boolean> {
  const scratch = await Scratch.open('worker-share');
  const engine = await startEngine();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'warn',
    OUTSTEP_DATABASE_CONNECTIONS: '5',
    ...engine.env,
  });
  const target = createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end('ok'), CALL_MS));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const members: MeasuredWorker[] = [];
  try {
    const { port: targetPort } = target.address() as AddressInfo;
    const stores: { storeId: string; secret: string; requestId: string }[] = [];
    for (let i = 0; i < STORES; i++) {
      const storeId = await stage.newStore();
      const { secret } = await stage.platformSecret(storeId);
      const requestId = await stage.newPlainRequest(storeId, `http://127.0.0.1:${targetPort}/`);
      stores.push({ storeId, secret, requestId });
    }
    for (let i = 0; i < WORKERS; i++) {
      const port = await freePort();
      const member = { port, answers: 0 } as MeasuredWorker;
      const tap = () => countHttp2Responses(() => member.answers++);
      member.tap = await TcpProxy.to(`http://127.0.0.1:${port}`, tap);
      members.push(member);
    }
    const backends = members.map(({ port, tap }) => ({
      port: Number(new URL(tap.through('http://x')).port),
      checkPort: port,
    }));
    const { workers } = await startHaproxy(scratch, [{ name: 'workers', backends, balance }]);
    const start = async (member: MeasuredWorker) => {
      member.process = await startWorker({
        ...stage.env,
        OUTSTEP_LOG_LEVEL: 'info',
        OUTSTEP_WORKER_PORT: String(member.port),
        OUTSTEP_WORKER_URL: `http://127.0.0.1:${workers}`,
      });
    };
    await Promise.all(members.map(start));
    const api = await stage.startApi();

    let over = false;
    let failed = 0;
    const load = (async () => {
      const from = performance.now();
      const steps = new Set<Promise<void>>();
      for (let n = 0; !over; n++) {
        const { storeId, secret, requestId } = stores[n % STORES] as (typeof stores)[number];
        const fields = { runId: `run-${n}`, stepId: 'step', requestId, variables: {} };
        const call = signed(`${api}/platforms/generic/${storeId}/http-request`, secret, fields);
        const step: Promise<void> = startStep(call).then(
          (isWell) => {
            if (!isWell) failed++;
            steps.delete(step);
          },
          () => void failed++,
        );
        steps.add(step);
        await sleep(Math.max(0, from + ((n + 1) * 1000) / RATE - performance.now()));
      }
      await Promise.all(steps);
    })();

    const [first] = members as [MeasuredWorker];
    const restarts: Record<string, () => Promise<void>> = {
      'all started': async () => undefined,
      'one restarted': async () => {
        await first.process.stop();
        await start(first);
      },
      'one killed': async () => {
        await first.process.stop('SIGKILL');
        await start(first);
      },
      'all restarted in turn': async () => {
        for (const member of members) {
          await member.process.stop();
          await start(member);
        }
      },
    };
    let isFair = true;
    for (const [name, restart] of Object.entries(restarts)) {
      await restart();
      await sleep(SETTLE_MS);
      const before = members.map(({ answers }) => answers);
      await sleep(SECONDS * 1000);
      const got = members.map(({ answers }, i) => answers - (before[i] ?? 0));
      const fair = got.reduce((sum, count) => sum + count, 0) / WORKERS;
      const shares = got.map((count) => count / fair);
      isFair &&= Math.min(...shares) >= BAR;
      console.log(
        `${balance.padEnd(10)}  ${name.padEnd(22)}  ${got.join(' / ').padEnd(20)}  of the fair share ${shares.map((share) => share.toFixed(2)).join(' / ')}`,
      );
    }
    over = true;
    await load;
    console.log(`${balance.padEnd(10)}  steps that did not end well: ${failed}`);
    return isFair;
  } finally {
    for (const { process: worker } of members) worker?.child.kill('SIGKILL');
    await stage.close();
    await engine.close();
    target.closeAllConnections();
    target.close();
    for (const { tap } of members) await tap.close();
    await scratch.close();
  }
}

let isFair = true;
for (const balance of values.balance.split(','))
  isFair = (await measure(balance as NonNullable<BalancedService['balance']>)) && isFair;
console.log(`no worker below ${BAR} of its fair share: ${isFair ? 'yes' : 'NO'}`);
process.exit(isFair ? 0 : 1);
