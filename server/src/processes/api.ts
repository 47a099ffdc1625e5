import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { ChangeFedCache } from '../adapters/cache/change-fed-cache.ts';
import { networkOf } from '../adapters/people/limits.ts';
import { createBudgets } from '../adapters/redis/budgets.ts';
import { serveMetrics } from '../adapters/telemetry/metrics.ts';
import { createIdempotentAnswers } from '../features/access/idempotency/idempotency.store.ts';
import { isAllowedFrom } from '../features/access/keys/address-ranges.ts';
import {
  findHashesChangedWithin,
  findKeyByHash,
  type KeyRow,
  type KeyUse,
  markKeysUsed,
} from '../features/access/keys/keys.store.ts';
import { requestErasure } from '../features/customers/erasure-requests.ts';
import { readBacklog } from '../features/delivery/backlog/backlog.store.ts';
import { openPicture } from '../features/library/files/open-picture.ts';
import { openDownload } from '../features/sending/downloads/download-link.ts';
import { openUnsubscribeLink } from '../features/sending/unsubscribes/unsubscribe-link.ts';
import { livePlatformSecrets } from '../features/workflow-platforms/platform-secrets/live-secrets.ts';
import { eraseShop } from '../features/workflow-platforms/shopify/erase-shop.ts';
import { storesOfShop } from '../features/workflow-platforms/shopify/shopify.store.ts';
import type { ApiKey } from '../kernel/operation.ts';
import { createGate } from '../surfaces/calls/gate.ts';
import { createBadKeyThrottle } from '../surfaces/calls/throttle-bad-keys.ts';
import { operations } from '../surfaces/operations.ts';
import { platformActions } from '../surfaces/platform-actions.ts';
import { createFailedCalls } from '../surfaces/workflow-platforms/failed-calls.ts';
import { announce } from './announcement.ts';
import { createAppBackend } from './app-backend.ts';
import { builtApp, guidesFolder } from './built-app.ts';
import { createContexts } from './contexts.ts';
import type { Core } from './core.ts';
import { isDoctorToken } from './derived-secrets.ts';
import { createHttpServer, type ServerState } from './http-server.ts';
import { createPeopleService } from './people.ts';

/** Longer than any transaction that changes a key. */
const CHANGE_OVERLAP_SECONDS = 5;
const MARK_USED_MS = 15_000;

/**
 * Caches keys in memory; an entry is dropped within a second of a change in any process
 * (contract: Keys and budgets 2).
 */
function createKeyDirectory({ database, log, runtime }: Core) {
  const outside = database.outsideStores;
  const cache = new ChangeFedCache<KeyRow>({
    load: (hash) => findKeyByHash(outside, Buffer.from(hash, 'base64')),
    recentChanges: async () =>
      (await findHashesChangedWithin(outside, CHANGE_OVERLAP_SECONDS)).map((hash) => hash.toString('base64')),
    onError: (err) => log.warn({ err }, 'changed keys could not be read'),
  });
  let used = new Map<string, KeyUse>();
  const markUsed = async () => {
    if (used.size === 0) return;
    const batch = used;
    used = new Map();
    await markKeysUsed(outside, batch).catch((err) => log.warn({ err }, 'last use of keys was not recorded'));
  };
  const timer = setInterval(() => void markUsed(), MARK_USED_MS);
  timer.unref();
  cache.start();
  return {
    async find(key: string) {
      const row = await cache.get(hash('sha256', key, 'base64'));
      if (!row || row.revokedAt) return null;
      return row;
    },
    noteUse({ id }: ApiKey, address: string) {
      used.set(id, { at: runtime.now(), address });
    },
    async close() {
      cache.stop();
      clearInterval(timer);
      await markUsed();
    },
  };
}

export interface Api {
  server: FastifyInstance;
  state: ServerState;
  /** Whether the first account is still to be created, with the setup code. */
  needsSetupCode(): Promise<boolean>;
  close(): Promise<void>;
}

/** The API process: every surface, all with the same list of operations. */
export async function createApi(core: Core): Promise<Api> {
  const { config, log, metrics, runtime, database } = core;
  const announcement = await announce(core, 'api');
  const budgets = createBudgets({
    redisUrl: config.redisUrl,
    stallMs: config.redisPatienceMs,
    onSpend: metrics.budgetAsked,
    onStateChange(state) {
      metrics.budgetsCounted(state.healthy);
      log[state.healthy ? 'info' : 'warn'](state, 'budgets: how they are counted has changed');
    },
  });
  const people = createPeopleService(core);
  const contexts = createContexts(core, { budgets, people, mayWrap: () => announcement.isConfirmed });
  await Promise.all([contexts.ready(), budgets.started, core.tracingStarted]);
  const keys = createKeyDirectory(core);
  const gate = createGate({
    findKey: keys.find,
    isAllowedFrom,
    noteUse: keys.noteUse,
    budgets,
    now: runtime.now,
    throttleBadKey: createBadKeyThrottle(),
  });
  const { server, state } = await createHttpServer({
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    operations,
    runtime,
    gate,
    contextFor: contexts.asKey,
    inTurn: contexts.inTurn,
    idempotentAnswers: ({ key }) =>
      createIdempotentAnswers(database.forStore(key.storeId), key.storeId, key.id),
    async ready() {
      await database.ping();
      return announcement.isLocked ? 'wrong master key' : null;
    },
    mailAssetsFolder: fileURLToPath(new URL('../../assets/mail', import.meta.url)),
    findPicture: (storeId, key) => openPicture(contexts.ofStore, storeId, key),
    findDownload: (storeId, token) => openDownload(contexts.ofStore, storeId, token),
    findUnsubscribeLink: (path) => openUnsubscribeLink(contexts.ofStore, path),
    appFolder: builtApp.folder,
    guidesFolder,
    appAdvice: builtApp.advice,
    isDoctor: (token) => isDoctorToken(config.masterKey, runtime.now().getTime(), token),
    platforms: {
      actions: platformActions,
      secretsOf: (storeId) => livePlatformSecrets(contexts.ofStore(storeId)),
      contextFor: (storeId) => contexts.asPlatform(storeId, 'generic'),
    },
    shopify: {
      secrets: config.shopifySecrets,
      storesOf: (domain) => storesOfShop(database.outsideStores, domain),
      contextFor: (storeId) => contexts.asPlatform(storeId, 'shopify-flow'),
      eraseCustomer: (storeId, email) => requestErasure(contexts.ofStore(storeId), email),
      eraseShop: (storeId, domain) => eraseShop(contexts.ofStore(storeId), domain),
    },
    failedCalls: createFailedCalls(networkOf),
    app: createAppBackend(core, { contexts, people, budgets }),
  });
  metrics.watch({
    pools: database.pools,
    children: contexts.children,
    running: () => 0,
    backlog: () => readBacklog(database.outsideStores),
  });
  const metricsServer =
    config.metricsPort === null ? null : await serveMetrics(metrics, config.metricsPort, config);
  return {
    server,
    state,
    needsSetupCode: async () => config.signUp === 'invited' && (await people.areNone()),
    async close() {
      await server.close();
      metricsServer?.close();
      await announcement.close();
      await keys.close();
      await people.close();
      await budgets.close();
      await contexts.close();
    },
  };
}
