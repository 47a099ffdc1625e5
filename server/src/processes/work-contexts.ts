import type { WorkContext } from '../features/delivery/ledger/work.ts';
import type { Engine } from '../kernel/engine.ts';
import type { Core } from './core.ts';
import type { StoreContexts } from './store-contexts.ts';

/** A store's context with mail, the engine and the ledger's settings: for steps, in the API that takes them and the worker. */
export const workContexts =
  ({ config, log }: Core, contexts: StoreContexts, engine: Engine) =>
  (storeId: string): WorkContext => ({
    ...contexts.of(storeId),
    engine,
    mail: contexts.mail,
    mailboxes: contexts.mailboxes,
    ledger: { schedule: config.retryDelaysMs, patienceMs: config.sweepAfterMs },
    trouble: (err, what) => log.warn({ err, storeId }, what),
  });
