import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineProcess, startEngineProcess } from '../../src/adapters/restate/engine-process.ts';
import { freePort } from './free-port.ts';
import type { Env } from './process.ts';

/** The test's own engine, which can be killed, wiped and restarted at the same addresses. */
export interface TestEngine {
  env: Env;
  /** Its data, its log and its key. */
  folder: string;
  /** The URL of its own metrics. */
  metricsUrl: string;
  readonly process: EngineProcess;
  kill(): Promise<void>;
  start(): Promise<void>;
  wipe(): Promise<void>;
  close(): Promise<void>;
}

/** It accepts calls at this port, which may be chosen before the engine exists. */
export async function startEngine(ingressPort?: number): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-engine-'));
  const ports = {
    ingressPort: ingressPort ?? (await freePort()),
    adminPort: await freePort(),
    nodePort: await freePort(),
  };
  let running = await startEngineProcess({ folder, ...ports });
  const kill = async () => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  };
  return {
    folder,
    metricsUrl: `http://127.0.0.1:${ports.nodePort}/metrics`,
    env: {
      RESTATE_INGRESS_URL: running.ingressUrl,
      RESTATE_ADMIN_URL: running.adminUrl,
      OUTSTEP_ENGINE_IDENTITY_KEYS: running.identityKey,
    },
    get process() {
      return running;
    },
    kill,
    async start() {
      running = await startEngineProcess({ folder, ...ports });
    },
    wipe: () => rm(join(folder, 'data'), { recursive: true, force: true }),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
