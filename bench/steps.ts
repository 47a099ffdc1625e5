import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngine } from '../server/test/harness/engine.ts';
import { Authority } from '../server/test/outbound/certificates.ts';
import { type Contender, type ContestResult, contest, printStandings, type Verdict } from './contest.ts';
import { cpuSpentBy, OUTSIDE } from './cpu.ts';
import { openStage } from './stage.ts';
import { WINDOWS } from './statistics.ts';
import { closedLoop, countedLoop, openLoop, type StepCall, type StepsMeasured, signed } from './step-load.ts';

const STORES = 100;
const SLOTS = 8;
const CLIENTS = 64;
const SECONDS = 6;
const WARM_UP = 3000;
const EVEN_RATE = 200;
const EVEN_SECONDS = 20;

const localPath = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Responds with `ok`, over HTTP and HTTPS. */
export async function startTarget() {
  const authority = new Authority();
  const folder = mkdtempSync(join(tmpdir(), 'outstep-bench-target-'));
  const { key, cert } = authority.sign('IP:127.0.0.1');
  const files = [join(folder, 'key.pem'), join(folder, 'cert.pem')] as const;
  writeFileSync(files[0], key);
  writeFileSync(files[1], cert);
  const child = spawn(process.execPath, [localPath('./target.ts'), ...files], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { plain, secure } = JSON.parse(line) as { plain: number; secure: number };
  return {
    pid: child.pid as number,
    plain: `http://127.0.0.1:${plain}`,
    secure: `https://127.0.0.1:${secure}`,
    trust: { NODE_EXTRA_CA_CERTS: authority.file },
    close() {
      child.stdin.end();
      authority.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export function requireNoFailures(name: string, measured: StepsMeasured): StepsMeasured {
  if (measured.failed > 0) throw new Error(`${name}: ${measured.failed} steps did not end well`);
  return measured;
}

const asContender = (name: string, next: () => StepCall): Contender => ({
  name,
  warmUp: async () => requireNoFailures(name, await countedLoop(next, CLIENTS, WARM_UP)),
  run: async () => requireNoFailures(name, await closedLoop(next, CLIENTS, SECONDS)),
});

/**
 * HTTP steps from their signed call to their recorded end, in turns with the engine and the same writes (one
 * invocation per delivery), and with batched writes to the ledger and no engine: the upper bound for this
 * machine.
 */
export async function benchSteps(rounds = WINDOWS): Promise<Verdict> {
  const engine = await startEngine();
  const target = await startTarget();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'info',
    ...target.trust,
    ...engine.env,
  });
  try {
    const stores: { storeId: string; secret: string; plainId: string; secureId: string }[] = [];
    for (let i = 0; i < STORES; i++) {
      const storeId = await stage.newStore();
      const { secret } = await stage.platformSecret(storeId);
      await stage.setSecret(storeId, 'WAREHOUSE', 'a-token-of-the-warehouse');
      const [plainId, secureId] = await Promise.all(
        [target.plain, target.secure].map((origin) =>
          stage.newHttpRequest(storeId, `${origin}/orders/{{ variables.order.id }}`),
        ),
      );
      stores.push({ storeId, secret, plainId: plainId ?? '', secureId: secureId ?? '' });
    }
    await stage.startWorker(localPath('./bare-step-worker.ts'), []);
    const bareOrigin = await stage.start(localPath('./bare-step-api.ts'), []);
    const ledgerOrigin = await stage.start(localPath('./bare-ledger.ts'), [target.plain]);
    await stage.startWorker();
    const origin = await stage.startApi();
    let turn = 0;
    const next = () => {
      const at = turn++;
      return { at, ...(stores[at % STORES] as (typeof stores)[number]) };
    };
    const variables = { order: { id: 1001, lines: [{ sku: 'A-1', quantity: 2 }], email: 'ann@example.com' } };
    const unsigned = (url: string, fields: object): StepCall => ({
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const bare = () => {
      const { at, storeId } = next();
      const ids = { executionId: randomUUIDv7(), slot: at % SLOTS };
      const fields = { runId: `run-${at}`, stepId: 'step', ...ids, variables };
      return unsigned(`${bareOrigin}/stores/${storeId}`, fields);
    };
    const ledger = () => {
      const { at, storeId } = next();
      return unsigned(`${ledgerOrigin}/stores/${storeId}`, { runId: `run-${at}`, stepId: 'step', variables });
    };
    const ours = (kind: 'plainId' | 'secureId') => () => {
      const { at, storeId, secret, [kind]: requestId } = next();
      const fields = { runId: `run-${at}`, stepId: 'step', requestId, variables };
      return signed(`${origin}/platforms/generic/${storeId}/http-request`, secret, fields);
    };
    const parts = new Map([
      ...stage.parts,
      [engine.process.child.pid as number, 'engine'],
      [target.pid, OUTSIDE],
    ]);
    const contenders = [
      asContender('bare engine, same writes', bare),
      asContender('bare ledger, in batches, no engine', ledger),
      asContender('HTTP steps', ours('plainId')),
      asContender('HTTP steps, TLS target', ours('secureId')),
    ];
    const { standings, doubts } = await contest(contenders, rounds, () => cpuSpentBy(parts));
    const even = await openLoop(ours('plainId'), EVEN_RATE, EVEN_SECONDS);
    const [, , plain, secure] = standings as [ContestResult, ContestResult, ContestResult, ContestResult];
    console.log(
      `\nHTTP steps from the signed call to the recorded end, one API and one worker process, ${CLIENTS} at a time`,
    );
    printStandings(standings, 'step');
    console.log(
      `at ${EVEN_RATE} steps a second asked for: ${even.perSecond} a second, p50 ${even.p50} ms, p99 ${even.p99} ms`,
    );
    const bars = [
      { what: 'HTTP steps, of the bare engine', value: plain.rateOfFirst, atLeast: 0.8 },
      { what: 'CPU ms of a step', value: plain.machineMs, atMost: 6 },
      {
        what: 'CPU ms that a TLS target adds, target not counted',
        value: secure.oursMs - plain.oursMs,
        atMost: 1.5,
      },
      { what: `p50 ms at ${EVEN_RATE} a second`, value: even.p50, atMost: 30 },
      { what: `p99 ms at ${EVEN_RATE} a second`, value: even.p99, atMost: 200 },
    ];
    return { bars, doubts };
  } finally {
    target.close();
    await stage.close();
    await engine.close();
  }
}
