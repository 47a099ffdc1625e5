import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../config.ts';
import { createApi } from '../api.ts';
import { build } from '../build.ts';
import { createCore } from '../core.ts';
import { onParentExit } from './parent-watchdog.ts';

/**
 * `outstep api`. On SIGTERM, it reports that it is not ready and closes the connection after each response,
 * while it still serves new requests; only then does it stop listening. This way a load balancer drops no
 * requests.
 */
export async function runApi(): Promise<void> {
  const config = readConfig();
  const core = createCore(config);
  const api = await createApi(core);
  await api.server.listen({ port: config.port, host: config.host });
  core.log.info(
    { address: api.server.listeningOrigin, release: build.version, commit: build.commit },
    'listening',
  );
  if (config.shopifySecrets.some(({ shops }) => shops === null))
    core.log.warn(
      'OUTSTEP_SHOPIFY_SECRETS: the secret is valid for every shop; name its shops, as outstep doctor shows',
    );
  // Does not log the code itself: someone who can read logs should not be able to take over the installation.
  if (await api.needsSetupCode())
    core.log.info('nobody has an account yet: run outstep setup-code for the code that the first one needs');

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    core.log.info({ signal }, 'stopping');
    api.state.draining = true;
    if (signal === 'SIGTERM') await sleep(config.drainMs);
    await api.close();
    await core.close();
    core.log.flush();
    process.exit(0);
  };
  onParentExit(() => void stop('SIGTERM'));
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}
