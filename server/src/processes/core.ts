import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { openFiles } from '../adapters/blobs/open-files.ts';
import { createVault, type DataKey, dataKeyOf, KeyWrapper, masterKey } from '../adapters/crypto/vault.ts';
import { createDatabase, type Database } from '../adapters/postgres/database.ts';
import { createInstruments } from '../adapters/telemetry/instruments.ts';
import { createLog, type Logger } from '../adapters/telemetry/log.ts';
import { createMetrics, type Metrics } from '../adapters/telemetry/metrics.ts';
import { createTracing } from '../adapters/telemetry/tracing.ts';
import type { Config } from '../config.ts';
import { findAccount, findDataKey } from '../features/access/stores/stores.store.ts';
import type { Runtime } from '../kernel/operation.ts';
import type { FileStorage, Vault } from '../kernel/ports.ts';
import { build } from './build.ts';

/** Parts that every process needs. */
export interface Core {
  config: Config;
  log: Logger;
  metrics: Metrics;
  runtime: Runtime;
  database: Database;
  keyWrapper: KeyWrapper;
  vaultFor(storeId: string): Vault;
  filesFor(storeId: string): FileStorage;
  /** Resolves once spans are recorded, or immediately if tracing is off. */
  tracingStarted: Promise<void>;
  /** The account of a store, at most a few seconds old; its own while that is unknown. */
  accountOf(storeId: string): Promise<string>;
  close(): Promise<void>;
}

export function createKeyWrapper(config: Config): KeyWrapper {
  const previous = config.previousMasterKey ? [masterKey(config.previousMasterKey)] : [];
  return new KeyWrapper(masterKey(config.masterKey), previous);
}

const DATA_KEY_MS = 60_000;
const MAX_DATA_KEYS = 10_000;

/** Caches opened data keys for a minute, because opening one costs a round trip to the database. */
function dataKeyCache(database: Database, keyWrapper: KeyWrapper) {
  const keys = new Map<string, { key: Promise<DataKey>; at: number }>();
  const load = async (storeId: string) => {
    const row = await findDataKey(database.forStore(storeId));
    if (!row) throw new Error(`store ${storeId} has no data key`);
    return dataKeyOf(keyWrapper.unwrap(storeId, row));
  };
  return (storeId: string): Promise<DataKey> => {
    const now = performance.now();
    const known = keys.get(storeId);
    if (known && now - known.at < DATA_KEY_MS) return known.key;
    const key = load(storeId);
    key.catch(() => keys.delete(storeId));
    if (keys.size >= MAX_DATA_KEYS) keys.clear();
    keys.set(storeId, { key, at: now });
    return key;
  };
}

const ACCOUNT_MS = 10_000;
const MAX_ACCOUNTS = 100_000;

/** Caches the account of each store, which every queued job needs and only the operator changes. */
function accountCache(database: Database) {
  const accounts = new Map<string, { account: Promise<string>; at: number }>();
  return (storeId: string): Promise<string> => {
    const now = performance.now();
    const known = accounts.get(storeId);
    if (known && now - known.at < ACCOUNT_MS) return known.account;
    const account = findAccount(database.forStore(storeId)).then(
      (found) => found ?? storeId,
      () => storeId,
    );
    if (accounts.size >= MAX_ACCOUNTS) accounts.clear();
    accounts.set(storeId, { account, at: now });
    return account;
  };
}

export function createCore(config: Config): Core {
  const log = createLog(config.logLevel);
  const metrics = createMetrics(build);
  const tracing = createTracing(config.tracing && { ...config.tracing, release: build.version }, (reason) =>
    log.warn({ reason }, 'traces were not taken'),
  );
  const database = createDatabase({
    url: config.databaseUrl,
    maxConnections: config.databaseConnections,
    namedStatements: config.preparedStatements,
    onError: (error) => log.warn({ err: error }, 'the database did not do what it was asked'),
    onTimeout: metrics.databaseTimedOut,
    onShortage: metrics.databaseShort,
  });
  const keyWrapper = createKeyWrapper(config);
  const dataKey = dataKeyCache(database, keyWrapper);
  return {
    config,
    log,
    metrics,
    database,
    keyWrapper,
    runtime: {
      release: build.version,
      baseUrl: config.baseUrl,
      renderCpuMs: config.renderPatienceMs,
      now: () => new Date(),
      newId: () => randomUUIDv7(),
      randomBytes,
      sha256: (text) => hash('sha256', text, 'buffer'),
      instruments: createInstruments(metrics.steps, log, tracing),
    },
    vaultFor: (storeId) => createVault(storeId, () => dataKey(storeId)),
    filesFor: openFiles(config.files).forStore,
    accountOf: accountCache(database),
    tracingStarted: tracing.started,
    async close() {
      await Promise.all([database.close(), tracing.close()]);
    },
  };
}
