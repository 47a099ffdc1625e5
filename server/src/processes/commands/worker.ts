import { ConfigError, readConfig } from '../../config.ts';
import { createCore } from '../core.ts';
import { maintainAll } from '../maintain.ts';
import { createWorker } from '../worker.ts';

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

const MAINTAIN_MS = 3_600_000;

/** `outstep worker`. On SIGTERM it takes no more work and ends what it has begun. */
export async function runWorker(): Promise<void> {
  const config = readConfig();
  if (!isLoopback(config.host) && config.engineIdentityKeys.length === 0) {
    throw new ConfigError(
      'OUTSTEP_ENGINE_IDENTITY_KEYS: required when a worker listens where others than this machine reach it',
    );
  }
  const core = createCore(config);
  const worker = await createWorker(core);
  core.log.info({ port: worker.port, release: core.world.release }, 'working');

  const maintaining = () =>
    maintainAll(config).catch((err) =>
      core.log.warn({ err }, 'maintenance did not get through; next in an hour'),
    );
  const timer = setInterval(() => void maintaining(), MAINTAIN_MS);

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    core.log.info({ signal }, 'stopping');
    clearInterval(timer);
    await worker.close();
    await core.close();
    core.log.flush();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}
