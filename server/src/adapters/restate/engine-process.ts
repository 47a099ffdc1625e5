import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityKey } from './identity-key.ts';

export interface EngineProcessOptions {
  /** The engine's data folder. */
  folder: string;
  ingressPort: number;
  adminPort: number;
  /** For traffic between nodes; a single node needs it too. */
  nodePort: number;
}

/** Our own engine, on this machine and only for this machine. */
export interface EngineProcess {
  child: ChildProcess;
  ingressUrl: string;
  adminUrl: string;
  /** The worker setting that makes it accept only calls of this engine. */
  identityKey: string;
  stop(): Promise<void>;
}

const START_MS = 60_000;
const LOOK_MS = 100;

/** No engine binary is installed. The message is for operators. */
export class EngineMissing extends Error {}

/** The binary for this operating system from the npm package, which is optional and may be missing. */
export function engineBinary(): string {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`;
  try {
    const engine = createRequire(import.meta.url).resolve('@restatedev/restate-server/package.json');
    return createRequire(engine).resolve(name);
  } catch {
    throw new EngineMissing(
      `no engine for ${process.platform} ${process.arch} is installed (npm leaves it out with --omit=optional); ` +
        'run Restate elsewhere and set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL to its addresses',
    );
  }
}

const pidFileIn = (folder: string) => join(folder, 'engine.pid');

/** Whether this process ID belongs to an engine; another process may have it by now. */
function isEngine(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('restate-server');
  } catch {
    return false;
  }
}

const END_MS = 10_000;

/** Finds the engine of this folder that a killed process has left behind. */
export function findLeftoverEngine(folder: string): { end(): Promise<void> } | null {
  const file = pidFileIn(folder);
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (pid === 0 || !isEngine(pid)) return null;
  return {
    async end() {
      const until = performance.now() + END_MS;
      while (isEngine(pid)) {
        process.kill(pid, performance.now() > until ? 'SIGKILL' : 'SIGTERM');
        await sleep(LOOK_MS);
      }
    },
  };
}

/** Starts the engine and waits until it accepts work. Its log goes to a file in its folder. */
export async function startEngineProcess(options: EngineProcessOptions): Promise<EngineProcess> {
  const { folder, ingressPort, adminPort, nodePort } = options;
  // Holds step inputs, so only our own user may read it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Two engines cannot use the same data.
  await findLeftoverEngine(folder)?.end();
  const identity = identityKey(join(folder, 'identity.pem'));
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const child = spawn(engineBinary(), [], {
    env: {
      RESTATE_BASE_DIR: join(folder, 'data'),
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_ADDRESS: `127.0.0.1:${nodePort}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${nodePort}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
      RESTATE_REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: identity.file,
      RESTATE_DISABLE_TELEMETRY: 'true',
      // Each partition needs its own thread, busy or not, so more partitions than processors only add cost.
      RESTATE_DEFAULT_NUM_PARTITIONS: String(availableParallelism()),
      RESTATE_LOG_FORMAT: 'json',
      RESTATE_LOG_FILTER: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  writeFileSync(pidFileIn(folder), String(child.pid), { mode: 0o600 });
  const log = createWriteStream(join(folder, 'engine.log'), { flags: 'a', mode: 0o600 });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const exited = once(child, 'exit');
  const until = performance.now() + START_MS;
  while (!(await isHealthy(adminUrl))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`the engine did not start; its log is ${join(folder, 'engine.log')}`);
    }
    await sleep(LOOK_MS);
  }
  return {
    child,
    ingressUrl: `http://127.0.0.1:${ingressPort}`,
    adminUrl,
    identityKey: identity.publicKey,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const isHealthy = (adminUrl: string) =>
  fetch(`${adminUrl}/health`, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
