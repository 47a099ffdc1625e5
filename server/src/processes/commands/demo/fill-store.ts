import { findHttpRequest } from '../../../features/http-requests/http-requests.store.ts';
import type { Contexts } from '../../contexts.ts';
import type { Core } from '../../core.ts';
import { operatorClient } from '../../operator-client.ts';
import { requests } from './content/requests.ts';
import { createSeededRandom } from './content/seeded.ts';
import { owner } from './content/shop.ts';
import type { DemoRequest } from './history/call-entry.ts';
import { monthOf } from './history/month.rules.ts';
import { recordMonth } from './history/record-month.ts';
import { createLayouts } from './store/create-layouts.ts';
import { createRequests, createStoreResources } from './store/create-store-resources.ts';
import { withInlineEngine } from './store/inline-engine.ts';
import { runOperationAs } from './store/run-operation.ts';
import { sendSamples } from './store/send-samples.ts';

export const DAYS = 30;
const ORDERS_A_DAY = 30;
/** Seed for all random choices, so that the month is the same each time. */
const SEED = 1;
const PROGRESS_INTERVAL = 1_000;
const PLATFORM = 'demo';

/** The author in the audit log and in versions. */
const demo = { id: 'demo', name: 'Outstep demo', email: owner };

/** The number of records of each kind. */
export interface FilledCounts {
  layouts: number;
  httpRequests: number;
  capturedMails: number;
  executions: number;
}

export interface FillOptions {
  /** Orders on a typical day; determines the length of the history. */
  ordersADay?: number;
  tell?(sentence: string): void;
}

/**
 * Fills a new store with the operations that people use, and its history with the functions that steps use.
 */
export async function fillStore(
  { runtime, config }: Core,
  contexts: Contexts,
  storeId: string,
  { ordersADay = ORDERS_A_DAY, tell = () => undefined }: FillOptions = {},
): Promise<FilledCounts> {
  const signedIn = { person: demo, session: '', hasSecondFactor: false, isProven: true };
  const visitor = { ...signedIn, client: operatorClient(), role: 'owner', storeId } as const;
  const ask = runOperationAs(contexts.asPerson(visitor, null));
  const now = runtime.now().getTime();
  const { runs, customers } = monthOf(
    { now, days: Math.min(DAYS, config.historyDays), ordersADay },
    createSeededRandom(SEED),
  );
  tell('files, settings and secrets');
  await createStoreResources(ask, customers);
  tell('HTTP requests and layouts');
  const ids = await createRequests(ask);
  const layouts = await createLayouts(ask);
  tell('emails for the test inbox');
  const ctx = withInlineEngine(contexts.asPlatform(storeId, PLATFORM));
  const samples = await sendSamples(ctx, layouts, customers);
  const made = new Map<string, DemoRequest>();
  for (const { key, answers } of requests) {
    const row = await findHttpRequest(ctx.db, ids.get(key) ?? '');
    if (row) made.set(key, { row, answers });
  }
  const onProgress = (done: number) => {
    if (done % PROGRESS_INTERVAL === 0) tell(`history: ${done} of ${runs.length}`);
  };
  await recordMonth(
    ctx,
    runs,
    { layouts, requests: made, samples },
    {
      ...{ platform: PLATFORM, schedule: config.retryDelaysMs, onProgress },
    },
  );
  return {
    ...{ layouts: layouts.size, httpRequests: made.size },
    ...{ capturedMails: samples.size, executions: runs.length + samples.size },
  };
}
