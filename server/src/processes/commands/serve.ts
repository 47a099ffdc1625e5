import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EngineProcess, startEngineProcess } from '../../adapters/restate/engine-process.ts';
import { createLog, type Logger } from '../../adapters/telemetry/log.ts';
import { type Config, readConfig } from '../../config.ts';
import { updateSchema } from './migrate.ts';

const RESTART_MS = 1_000;

/** The command that started this process, and the folder of its sources. */
const entry = process.argv[1] ?? '';
const sources = fileURLToPath(new URL('../..', import.meta.url));

/** A child process that is restarted whenever it ends by itself. */
class SupervisedProcess {
  readonly #command: string;
  readonly #flags: string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: Logger;
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(command: string, flags: string[], env: NodeJS.ProcessEnv, log: Logger) {
    this.#command = command;
    this.#flags = flags;
    this.#env = env;
    this.#log = log;
  }

  async run() {
    while (!this.#stopping) {
      this.#child = spawn(process.execPath, [...this.#flags, entry, this.#command], {
        env: this.#env,
        stdio: 'inherit',
      });
      const [code, signal] = await once(this.#child, 'exit');
      if (this.#stopping) return;
      this.#log.error(
        { process: this.#command, code, signal },
        'a process ended by itself; starting it again',
      );
      await sleep(RESTART_MS);
    }
  }

  async stop(signal: NodeJS.Signals) {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

function startEngine({ engineFolder, enginePorts }: Config): Promise<EngineProcess> {
  const [ingressPort = 0, adminPort = 0, nodePort = 0] = enginePorts;
  return startEngineProcess({ folder: engineFolder, ingressPort, adminPort, nodePort });
}

/**
 * `outstep serve`: everything of a small installation in one tree of processes. The engine comes from npm unless one
 * is configured. With `--watch` a change of the sources restarts API and worker.
 */
export async function runServe(args: string[]): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  await updateSchema(config);
  const engine = config.engineIsConfigured ? null : await startEngine(config);
  engine?.child.once('exit', (code) => {
    if (stopping) return;
    // Nothing is lost, because the ledger has it. But nothing runs either, so we exit and are restarted from outside.
    log.fatal({ code }, 'the engine ended by itself');
    void stop('SIGTERM', 1);
  });
  const env = {
    ...process.env,
    ...(engine && {
      RESTATE_INGRESS_URL: engine.ingressUrl,
      RESTATE_ADMIN_URL: engine.adminUrl,
      OUTSTEP_ENGINE_IDENTITY_KEYS: engine.identityKey,
    }),
  };
  const flags = args.includes('--watch') ? [`--watch-path=${sources}`, '--watch-preserve-output'] : [];
  const kept = ['worker', 'api'].map((command) => new SupervisedProcess(command, flags, env, log));

  let stopping = false;
  async function stop(signal: NodeJS.Signals, code: number) {
    if (stopping) process.exit(1);
    stopping = true;
    await Promise.all(kept.map((process) => process.stop(signal)));
    await engine?.stop();
    log.flush();
    process.exit(code);
  }
  process.on('SIGTERM', (signal) => void stop(signal, 0));
  process.on('SIGINT', (signal) => void stop(signal, 0));
  await Promise.all(kept.map((process) => process.run()));
}
