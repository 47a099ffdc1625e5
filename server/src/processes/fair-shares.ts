import { FairQueue, type FairQueueLimits, type RunInStoreQueue } from '../kernel/fair-queue.ts';
import { message } from '../kernel/messages/message.ts';

const busy: FairQueueLimits['busy'] = {
  stopping: message('service_stopping'),
  tooMany: message('store_too_busy'),
  tooLong: message('service_busy'),
};

interface ShareLimits {
  /** In this process at once, and of one account at most. */
  slots: number;
  perAccount: number;
  maxWaitingPerStore: number;
  maxWaitMs: number;
}

/** Each is a process that takes seconds of a processor and up to 512 MB. */
const UPLOADS: ShareLimits = { slots: 2, perAccount: 1, maxWaitingPerStore: 20, maxWaitMs: 30_000 };
/** Lists of addresses that people import: each takes up to a minute of this processor, and a connection while it writes. */
const LISTS: ShareLimits = { slots: 2, perAccount: 1, maxWaitingPerStore: 5, maxWaitMs: 30_000 };
/** Requests that people and keys run: they wait for strangers, up to half a minute each. */
const TESTS: ShareLimits = { slots: 64, perAccount: 8, maxWaitingPerStore: 50, maxWaitMs: 10_000 };
/** Logins at mail servers and looks into DNS; a store that already runs three of them is refused at once. */
const MAIL_CHECKS: ShareLimits = { slots: 16, perAccount: 4, maxWaitingPerStore: 20, maxWaitMs: 10_000 };

/** Calls of keys and people that are under way. */
const REQUESTS: ShareLimits = { slots: 128, perAccount: 32, maxWaitingPerStore: 500, maxWaitMs: 10_000 };

/**
 * What people and keys start in this process and others could have to wait for: shared by account, then by store
 * (contract: Limits 5).
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
