import { findLeftoverEngine } from '../../adapters/restate/engine-process.ts';
import { ConfigError, readConfig } from '../../config.ts';
import { build } from '../build.ts';
import { createCore } from '../core.ts';
import { createWorker } from '../worker.ts';
import { onParentExit } from './parent-watchdog.ts';

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** `outstep worker`. On SIGTERM it accepts no new work and finishes what it has started. */
export async function runWorker(): Promise<void> {
  const config = readConfig();
  if (!isLoopback(config.host) && config.engineIdentityKeys.length === 0) {
    throw new ConfigError(
      'OUTSTEP_ENGINE_IDENTITY_KEYS: required when a worker listens on an address that other machines can reach',
    );
  }
  const core = createCore(config);
  const worker = await createWorker(core);
  core.log.info({ port: worker.port, release: build.version, commit: build.commit }, 'working');

  let stopping = false;
  const stop = async (why: string, atLast: () => Promise<void> = async () => undefined, code = 0) => {
    if (stopping) process.exit(1);
    stopping = true;
    core.log.info({ signal: why }, 'stopping');
    await worker.close();
    await core.close();
    await atLast();
    core.log.flush();
    process.exit(code);
  };
  onParentExit(() => {
    core.log.warn('the process that started this one is gone');
    // Looked up now: when this worker has finished, another engine may run there.
    const engine = findLeftoverEngine(config.engineFolder);
    void stop('SIGTERM', async () => engine?.end());
  });
  // After a restart, it reports the problem at once, or works if the key is correct by then.
  void worker.whenLocked.then((err) => {
    core.log.error({ err }, 'this worker ends');
    void stop('wrong master key', undefined, 1);
  });
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}
