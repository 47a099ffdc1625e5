import { FairQueue, type FairQueueLimits, type RunInStoreQueue } from '../kernel/fair-queue.ts';
import { message } from '../kernel/messages/message.ts';

const busy: FairQueueLimits['busy'] = {
  stopping: message('service_stopping'),
  tooMany: message('store_too_busy'),
  tooLong: message('service_busy'),
};

interface ShareLimits {
  /** Concurrent jobs in this process, and the maximum per account. */
  slots: number;
  perAccount: number;
  maxWaitingPerStore: number;
  maxWaitMs: number;
}

/** Each upload is a process that takes seconds of CPU time and up to 512 MB. */
const UPLOADS: ShareLimits = { slots: 2, perAccount: 1, maxWaitingPerStore: 20, maxWaitMs: 30_000 };
/** Imported lists of addresses: each takes up to a minute of CPU time, and a connection while it writes. */
const LISTS: ShareLimits = { slots: 2, perAccount: 1, maxWaitingPerStore: 5, maxWaitMs: 30_000 };
/** Test requests by people and keys: they wait for third parties, up to half a minute each. */
const TESTS: ShareLimits = { slots: 64, perAccount: 8, maxWaitingPerStore: 50, maxWaitMs: 10_000 };
/** Logins at mail servers and DNS lookups; a store that already runs three of them is rejected at once. */
const MAIL_CHECKS: ShareLimits = { slots: 16, perAccount: 4, maxWaitingPerStore: 20, maxWaitMs: 10_000 };

/** Calls by keys and people. */
const REQUESTS: ShareLimits = { slots: 128, perAccount: 32, maxWaitingPerStore: 500, maxWaitMs: 10_000 };

/**
 * Work that people and keys start in this process and that others might have to wait for: shared fairly
 * between accounts, then between stores (contract: Limits 5).
 */
export function createFairShares(accountOf: (storeId: string) => Promise<string>) {
  const createTurn = ({ slots, perAccount, ...limits }: ShareLimits): RunInStoreQueue => {
    const places = Array.from({ length: slots }, (_, place) => place);
    const queue = new FairQueue(places, { ...limits, busy, maxHeldPerAccount: perAccount });
    return async (storeId, work) => queue.run({ storeId, account: await accountOf(storeId) }, work);
  };
  return {
    request: createTurn(REQUESTS),
    upload: createTurn(UPLOADS),
    importList: createTurn(LISTS),
    test: createTurn(TESTS),
    checkMail: createTurn(MAIL_CHECKS),
  };
}
