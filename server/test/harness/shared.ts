import { measureShared } from './durations.ts';
import { type Outstep, startOutstep } from './outstep.ts';
import type { Env } from './process.ts';
import { newTestStack, type SharedServices, startSharedServices, type TestStack } from './test-stack.ts';

/** Where emails say that we are; requests to it are sent to the process itself. */
export const BASE_URL = 'https://mail.shop.example';

/** Three attempts within a second. */
export const QUICK_RETRIES: Env = { OUTSTEP_RETRY_SECONDS: '0,0.2,0.2' };

/** Visitors have addresses of their own, and are counted by them. */
export const appEnv = {
  OUTSTEP_BASE_URL: 'http://localhost:3000',
  OUTSTEP_TRUSTED_PROXIES: '127.0.0.1',
};

/** By which Shopify signs what it sends to a shared product. */
export const SHOPIFY_SECRET = 'shpss_shared';

/** What is started once in a test process stays as long as the process; the run ends it (test-run.ts). */
export const startOnce = <T>(name: string, start: () => Promise<T>) => {
  let started: Promise<T> | undefined;
  return () => {
    started ??= measureShared(name, start);
    return started;
  };
};

/** A file closes what is its own, and leaves what others use. */
export const noop = async () => {};

const outstepOfProcess = startOnce('a shared product', () => startOutstep({ env: appEnv }));

const worksOfProcess = startOnce('a shared product with engine and worker', () =>
  startSharedServices({
    ...QUICK_RETRIES,
    OUTSTEP_BASE_URL: BASE_URL,
    OUTSTEP_SHOPIFY_SECRETS: SHOPIFY_SECRET,
    OUTSTEP_SWEEP_SECONDS: '2',
  }),
);

/** The product of this test process: each file makes stores of its own in it, and asks of them alone. */
export const sharedOutstep = async (): Promise<Outstep> => ({ ...(await outstepOfProcess()), close: noop });

/** The same with engine and worker, and a store and a target of the file's own. */
export async function sharedTestStack(): Promise<TestStack> {
  const works: SharedServices = await worksOfProcess();
  return newTestStack({ ...works, outstep: { ...works.outstep, close: noop }, close: noop });
}
