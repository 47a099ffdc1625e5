import { FairQueue, type FairQueueLimits, type Turn } from '../kernel/fair-queue.ts';

const busy: FairQueueLimits['busy'] = {
  stopping: 'the service stops; try again',
  tooMany: 'too much of this store is under way; try again',
  tooLong: 'too much is under way for this to have its turn; try again',
};

interface Share {
  /** In this process at once, and of one account at most. */
  slots: number;
  perAccount: number;
  maxWaitingPerStore: number;
  maxWaitMs: number;
}

/** Each is a process that takes seconds of a processor and up to 512 MB. */
const UPLOADS: Share = { slots: 2, perAccount: 1, maxWaitingPerStore: 20, maxWaitMs: 30_000 };
/** Requests that people and keys run: they wait for strangers, up to half a minute each. */
const TESTS: Share = { slots: 64, perAccount: 8, maxWaitingPerStore: 50, maxWaitMs: 10_000 };
/** Logins at mail servers and looks into DNS; a store that has three of those under way is told so at once. */
const MAIL_CHECKS: Share = { slots: 16, perAccount: 4, maxWaitingPerStore: 20, maxWaitMs: 10_000 };

/** Calls of keys and people that are under way. */
const REQUESTS: Share = { slots: 128, perAccount: 32, maxWaitingPerStore: 500, maxWaitMs: 10_000 };

/** What people and keys start in this process and others could have to wait for: shared by account, then by store. */
export function createFairShares(accountOf: (storeId: string) => Promise<string>) {
  const createTurn = ({ slots, perAccount, ...limits }: Share): Turn => {
    const places = Array.from({ length: slots }, (_, place) => place);
    const queue = new FairQueue(places, { ...limits, busy, maxHeldPerAccount: perAccount });
    return async (storeId, work) => queue.run({ storeId, account: await accountOf(storeId) }, work);
  };
  return {
    request: createTurn(REQUESTS),
    upload: createTurn(UPLOADS),
    test: createTurn(TESTS),
    checkMail: createTurn(MAIL_CHECKS),
  };
}
