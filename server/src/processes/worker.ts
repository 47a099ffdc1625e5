import { createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '../adapters/restate/engine.ts';
import { Registration } from '../adapters/restate/registration.ts';
import { eraseDue } from '../features/customers/erasures.ts';
import { runWork, type StepRunners } from '../features/delivery/steps/run-work.ts';
import { sweep } from '../features/delivery/steps/sweep.ts';
import { runHttpRequestStep } from '../features/http-requests/run-http-request-step.ts';
import { pushChanges } from '../features/layouts/repository/push-changes.ts';
import { sweepRepositories } from '../features/layouts/repository/sweep-repositories.ts';
import { runMailStep } from '../features/sending/mail-steps/run-mail-step.ts';
import { createEndpoint } from '../surfaces/engine/endpoint.ts';
import type { Core } from './core.ts';
import { createStoreContexts } from './store-contexts.ts';
import { workContexts } from './work-contexts.ts';

/** What this release can do for a step. */
const runners: StepRunners = { HTTP_REQUEST: runHttpRequestStep, EMAIL: runMailStep };

const LONGEST_SWEEP_PAUSE_MS = 5_000;
/** Longer than any call, any message and the planning of any mail may take. */
const LONGEST_WORK_MS = 65_000;
const LOOK_MS = 50;

export interface Worker {
  port: number;
  /** Takes no more work, waits for what is under way, and closes. */
  close(): Promise<void>;
}

/** The worker process: does what the engine brings, keeps the engine told where it is, and sweeps. */
export async function createWorker(core: Core, more: StepRunners = {}): Promise<Worker> {
  const { config, log, world, database } = core;
  const contexts = createStoreContexts(core);
  await contexts.ready();
  const engine = createEngine(config.engineIngressUrl);
  const contextOf = workContexts(core, contexts, engine);
  const known = { ...runners, ...more };
  const endpoint = createEndpoint({
    run: (ref) => runWork(contextOf(ref.storeId), ref, known),
    push: (storeId) => pushChanges({ ...contexts.of(storeId), engine, schedule: config.retryDelaysMs }),
    onTrouble: (err) => log.warn({ err }, 'a step could not be worked on; the engine brings it again'),
    identityKeys: config.engineIdentityKeys,
  });

  const sessions = new Set<ServerHttp2Session>();
  const server = createServer(endpoint.handler);
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session)).on('error', () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.workerPort, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  const registration = new Registration({
    adminUrl: config.engineAdminUrl,
    url: config.workerUrl ?? `http://127.0.0.1:${port}`,
    release: world.release,
    onChange: () => log.info('the engine was told where this worker is'),
    onTrouble: (err) => log.warn({ err }, 'the engine could not be told where this worker is'),
  });
  await registration.start();

  let stopping = false;
  const { sweepAfterMs: patienceMs } = config;
  const isStopping = () => stopping;
  const sweeping = async () => {
    try {
      const swept = await sweep({
        outside: database.outsideStores,
        forStore: database.forStore,
        engine,
        patienceMs,
        isStopping,
      });
      if (swept > 0) log.info({ swept }, 'brought back what the engine did not have');
    } catch (err) {
      log.warn({ err }, 'the sweep did not get through');
    }
  };
  const erasing = async () => {
    try {
      const erased = await eraseDue({ outside: database.outsideStores, contextOf: contexts.of, isStopping });
      if (erased > 0) log.info({ erased }, 'erased what was asked to be erased');
    } catch (err) {
      log.warn({ err }, 'what was to be erased is still there; it is tried again');
    }
  };
  const announcing = async () => {
    try {
      const announced = await sweepRepositories({
        outside: database.outsideStores,
        engine,
        newId: world.newId,
        patienceMs,
      });
      if (announced > 0) log.info({ announced }, 'announced commits that had waited too long');
    } catch (err) {
      log.warn({ err }, 'commits that have waited too long could not be announced');
    }
  };
  const pauseMs = Math.min(LONGEST_SWEEP_PAUSE_MS, patienceMs / 4);
  // Each at its own pace: a store with much to erase must not keep lost work waiting.
  const again = async (work: () => Promise<void>) => {
    while (!stopping) {
      await work();
      await sleep(pauseMs, undefined, { ref: false });
    }
  };
  const sweeper = Promise.all([again(sweeping), again(erasing), again(announcing)]);

  return {
    port,
    async close() {
      stopping = true;
      registration.stop();
      // Streams that are open are served to their end; new ones go elsewhere.
      server.close();
      for (const session of sessions) session.close();
      const until = performance.now() + LONGEST_WORK_MS;
      while (endpoint.running > 0 && performance.now() < until) await sleep(LOOK_MS);
      for (const session of sessions) session.destroy();
      await sweeper;
      await contexts.close();
    },
  };
}
