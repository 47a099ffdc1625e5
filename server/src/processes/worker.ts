import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registration } from '../adapters/restate/registration.ts';
import { serveMetrics } from '../adapters/telemetry/metrics.ts';
import { readBacklog } from '../features/delivery/backlog/backlog.store.ts';
import { sendingIsHeld } from '../features/delivery/ledger/hold.store.ts';
import { runWork, type StepRunners } from '../features/delivery/steps/run-work.ts';
import { runHttpRequestStep } from '../features/http-requests/run-http-request-step.ts';
import { pushChanges } from '../features/layouts/repository/push-changes.ts';
import { runMailStep } from '../features/sending/mail-steps/run-mail-step.ts';
import { createEndpoint } from '../surfaces/engine/endpoint.ts';
import { createEngineServer } from '../surfaces/engine/sessions.ts';
import { announce } from './announcement.ts';
import { startBackground } from './background.ts';
import { createContexts } from './contexts.ts';
import type { Core } from './core.ts';

/** The steps that this release can run. */
const runners: StepRunners = { HTTP_REQUEST: runHttpRequestStep, EMAIL: runMailStep };

/** Longer than any call, message or planning of an email may take. */
const LONGEST_WORK_MS = 65_000;
const LOOK_MS = 50;

export interface Worker {
  port: number;
  /** Resolves once it turns out that this worker cannot decrypt stored data. */
  whenLocked: Promise<Error>;
  /** Accepts no new work, waits for running work, and closes. */
  close(): Promise<void>;
}

/**
 * The worker process: runs work from the engine, keeps itself registered there, and runs the background jobs.
 */
export async function createWorker(core: Core, more: StepRunners = {}): Promise<Worker> {
  const { config, log, runtime } = core;
  const announcement = await announce(core, 'worker');
  const contexts = createContexts(core);
  await Promise.all([contexts.ready(), core.tracingStarted]);
  const known = { ...runners, ...more };
  const endpoint = createEndpoint({
    run: (ref) => runWork(contexts.asWorker(ref.storeId), ref, known),
    push: async (storeId) => {
      // The sweeper submits it again once sending is allowed.
      if (await sendingIsHeld(core.database.forStore(storeId))) return;
      await pushChanges({ ...contexts.asWorker(storeId), schedule: config.retryDelaysMs });
    },
    onError: (err) => log.warn({ err }, 'a step could not be worked on; the engine brings it again'),
    identityKeys: config.engineIdentityKeys,
  });

  const { server, ...sessions } = createEngineServer(endpoint.handler);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.workerPort, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  const registration = new Registration({
    adminUrl: config.engineAdminUrl,
    url: config.workerUrl ?? `http://127.0.0.1:${port}`,
    release: runtime.release,
    onChange: () => log.info('the engine was told where this worker is'),
    onError: (err) => log.warn({ err }, 'the engine could not be told where this worker is'),
  });
  await registration.start();

  const background = startBackground(core, contexts);
  core.metrics.watch({
    pools: core.database.pools,
    children: contexts.children,
    running: () => endpoint.running,
    backlog: () => readBacklog(core.database.outsideStores),
  });
  const metricsServer =
    config.workerMetricsPort === null
      ? null
      : await serveMetrics(core.metrics, config.workerMetricsPort, config);

  return {
    port,
    whenLocked: announcement.whenLocked,
    async close() {
      registration.stop();
      const backgroundEnd = background.stop();
      sessions.drain();
      const until = performance.now() + LONGEST_WORK_MS;
      while (endpoint.running > 0 && performance.now() < until) await sleep(LOOK_MS);
      sessions.destroy();
      await backgroundEnd;
      metricsServer?.close();
      await announcement.close();
      await contexts.close();
    },
  };
}
