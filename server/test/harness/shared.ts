import { measureShared } from './durations.ts';
import { type Outstep, startOutstep } from './outstep.ts';
import type { Env } from './process.ts';
import { newTestStack, type SharedServices, startSharedServices, type TestStack } from './test-stack.ts';

/** Our address in emails; requests to it are sent to the process itself. */
export const BASE_URL = 'https://mail.shop.example';

/** Three attempts within a second. */
export const QUICK_RETRIES: Env = { OUTSTEP_RETRY_SECONDS: '0,0.2,0.2' };

/** Visitors have separate IP addresses, which limits count. */
export const appEnv = {
  OUTSTEP_BASE_URL: 'http://localhost:3000',
  OUTSTEP_TRUSTED_PROXIES: '127.0.0.1',
};

/** The secret with which Shopify signs requests to a shared instance. */
export const SHOPIFY_SECRET = 'shpss_shared';

/** Something that is started once per test process and lives as long as it; the run ends it (test-run.ts). */
export const startOnce = <T>(name: string, start: () => Promise<T>) => {
  let started: Promise<T> | undefined;
  return () => {
    started ??= measureShared(name, start);
    return started;
  };
};

/** A file closes only its own parts, and leaves those that others use. */
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

/** This test process's instance: each file creates its own stores in it and queries only those. */
export const sharedOutstep = async (): Promise<Outstep> => ({ ...(await outstepOfProcess()), close: noop });

/** The same with engine and worker, and with the file's own store and target. */
export async function sharedTestStack(): Promise<TestStack> {
  const works: SharedServices = await worksOfProcess();
  return newTestStack({ ...works, outstep: { ...works.outstep, close: noop }, close: noop });
}
