import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type EngineProcess,
  engineBinary,
  startEngineProcess,
} from '../../adapters/restate/engine-process.ts';
import { createLog } from '../../adapters/telemetry/log.ts';
import { type Config, readConfig } from '../../config.ts';
import { requireMasterKey } from './master-key.ts';
import { updateSchema } from './migrate.ts';
import { PARENT_PIPE_VARIABLE } from './parent-watchdog.ts';
import { SupervisedProcess } from './supervised.ts';

/** The command that started this process, and the folder of its sources. */
const entry = process.argv[1] ?? '';
const sources = fileURLToPath(new URL('../..', import.meta.url));

function startEngine({ engineFolder, enginePorts }: Config): Promise<EngineProcess> {
  const [ingressPort = 0, adminPort = 0, nodePort = 0] = enginePorts;
  return startEngineProcess({ folder: engineFolder, ingressPort, adminPort, nodePort });
}

/**
 * `outstep serve`: a complete small installation in one process tree. The engine comes from npm unless one is
 * configured. A process that ends is restarted; when this process ends in any way, the others end too. With
 * `--watch`, a change to the sources restarts API and worker.
 */
export async function runServe(args: string[]): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  // Throws if there is no engine, before anything is changed.
  if (!config.engineIsConfigured) engineBinary();
  await updateSchema(config);
  await requireMasterKey(config);

  const env: NodeJS.ProcessEnv = { ...process.env, [PARENT_PIPE_VARIABLE]: '1' };
  const engine = new SupervisedProcess(
    'engine',
    async () => {
      const { child, ingressUrl, adminUrl, identityKey } = await startEngine(config);
      Object.assign(env, {
        RESTATE_INGRESS_URL: ingressUrl,
        RESTATE_ADMIN_URL: adminUrl,
        OUTSTEP_ENGINE_IDENTITY_KEYS: identityKey,
      });
      return child;
    },
    log,
  );
  if (!config.engineIsConfigured) await engine.start();

  const flags = args.includes('--watch') ? [`--watch-path=${sources}`, '--watch-preserve-output'] : [];
  const startOwn = (command: string) => async () =>
    // No data is written to the pipe: closing it is the signal.
    spawn(process.execPath, [...flags, entry, command], { env, stdio: ['pipe', 'inherit', 'inherit'] });
  const own = ['worker', 'api'].map((command) => new SupervisedProcess(command, startOwn(command), log));
  const engines = config.engineIsConfigured ? [] : [engine];

  let stopping = false;
  async function stop(signal: NodeJS.Signals) {
    if (stopping) process.exit(1);
    stopping = true;
    await Promise.all(own.map((process) => process.stop(signal)));
    await Promise.all(engines.map((process) => process.stop('SIGTERM')));
    log.flush();
    process.exit(0);
  }
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  await Promise.all([...own, ...engines].map((process) => process.run()));
}
