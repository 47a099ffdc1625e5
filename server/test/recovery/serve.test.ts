import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../harness/client.ts';
import { freePort } from '../harness/free-port.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { type Env, startingEnv } from '../harness/process.ts';
import { callStep } from '../harness/signed-step.ts';
import { sized } from '../harness/size.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { eventually } from '../harness/test-stack.ts';

const main = process.env['OUTSTEP_TEST_MAIN'] ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The processes that `serve` keeps running, by a word in their command line. */
const PARTS = { engine: 'restate-server', worker: ' worker', api: ' api' };
type Part = keyof typeof PARTS;
const KILLED: Part[] = sized(['engine', 'api'], ['engine', 'worker', 'api']);

let outstep: Outstep;
let target: Target;
let env: Env;
let folder: string;
let serve: ChildProcess;
let key: TestKey;
let secret: string;
let requestId: string;

const look = (pid: string, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};
/** Processes with this test's folder in the environment they were started with, except `serve` itself. */
function parts(): Map<Part, number> {
  const found = new Map<Part, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const line = look(pid, 'cmdline').replaceAll('\0', ' ').trimEnd();
    const part = (Object.keys(PARTS) as Part[]).find((each) => line.includes(PARTS[each]));
    if (part && look(pid, 'environ').includes(folder)) found.set(part, Number(pid));
  }
  return found;
}
const origin = () => `http://127.0.0.1:${env['PORT']}`;
const isUp = () =>
  fetch(`${origin()}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

function startServe() {
  serve = spawn(process.execPath, [main, 'serve'], { env: { ...startingEnv, ...env }, stdio: 'ignore' });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outstep-serve-'));
  const ports = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()));
  outstep = await startOutstep({
    processes: 0,
    env: {
      OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
      OUTSTEP_DRAIN_MS: '0',
      OUTSTEP_SWEEP_SECONDS: '1',
      OUTSTEP_ENGINE_FOLDER: folder,
      OUTSTEP_ENGINE_PORTS: ports.slice(2).join(','),
      PORT: String(ports[0]),
      OUTSTEP_WORKER_PORT: String(ports[1]),
    },
  });
  env = outstep.env;
  target = await startTarget();
  const storeId = await outstep.newStore();
  key = await outstep.newKey(storeId, 'write');
  ({ secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string });
  startServe();
  await eventually(isUp, Boolean, 120_000);
  const made = await call(origin(), key.key, 'POST', '/api/v1/http-requests', {
    ...{ name: 'Tell', method: 'POST', url: `${target.origin}/{{ variables.order }}` },
  });
  requestId = made.body.id;
});
afterAll(async () => {
  for (const pid of [serve?.pid, ...parts().values()]) {
    try {
      if (pid) process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
  await target?.close();
  await outstep?.close();
  await rm(folder, { recursive: true, force: true });
});

const step = (runId: string) =>
  callStep(origin(), key.storeId, secret, 'http-request', {
    ...{ runId, stepId: 'step-1', requestId, variables: { order: runId } },
  });
const received = (runId: string) => target.received.filter(({ url }) => url === `/${runId}`).length;

test.each(KILLED)('restarts the %s when it is killed, and steps continue', async (part) => {
  const before = parts().get(part) as number;
  process.kill(before, 'SIGKILL');
  await eventually(
    async () => parts().get(part),
    (now) => now !== undefined && now !== before,
    60_000,
  );
  await eventually(isUp, Boolean, 60_000);
  await step(`after-${part}`);
  await eventually(
    async () => received(`after-${part}`),
    (count) => count === 1,
    60_000,
  );
});

test('restarts despite leftovers from when it was killed', async () => {
  const before = parts();
  expect(before.size).toBe(3);
  // Without the worker, the engine is not stopped, so it keeps its data and its ports locked.
  for (const pid of [serve.pid, before.get('worker')]) process.kill(pid as number, 'SIGKILL');
  startServe();
  const old = new Set(before.values());
  const isNew = (now: Map<Part, number>) => now.size === 3 && [...now.values()].every((pid) => !old.has(pid));
  await eventually(async () => parts(), isNew, 120_000);
  await eventually(isUp, Boolean, 60_000);
  await step('over-leftovers');
  await eventually(
    async () => received('over-leftovers'),
    (count) => count === 1,
    60_000,
  );
});

test.each(sized<NodeJS.Signals[]>(['SIGKILL'], ['SIGTERM', 'SIGKILL']))(
  '%s ends all of them',
  async (signal) => {
    if (serve.exitCode !== null) startServe();
    await eventually(
      async () => parts().size,
      (size) => size === 3,
      120_000,
    );
    serve.kill(signal);
    await eventually(
      async () => [...parts().keys()],
      (left) => left.length === 0,
      120_000,
    );
    if (signal === 'SIGTERM') expect(serve.exitCode).toBe(0);
  },
);
