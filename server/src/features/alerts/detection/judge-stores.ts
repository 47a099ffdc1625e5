import type { BatchedQueries, BoundStatement, Queries, StoreDatabase } from '../../../kernel/ports.ts';
import type { WatchedCause } from '../alerts/alerts.schema.ts';
import { deleteWatch, readLastQuietPeriods, readWatches, upsertWatch } from '../alerts/alerts.store.ts';
import { enqueueNotifications } from '../notifications/messages.store.ts';
import { batchesOf, fixedHost, type SignalBatch, type SignalRow } from './causes.rules.ts';
import { FACT_STATEMENTS, factsOf, factsQuery } from './facts.store.ts';
import {
  type CauseFacts,
  countRecent,
  judge,
  nextQuietPeriod,
  nextReviewAt,
  restartCount,
  WINDOW_MS,
  withBatch,
} from './judge.rules.ts';
import {
  claimSignals,
  findStoresWithWork,
  lockStoreAlerts,
  readUrls,
  SIGNALS_AT_ONCE,
} from './signals.store.ts';

export interface JudgeContext {
  db: StoreDatabase;
  storeId: string;
  newId(): string;
  now: Date;
  /** Whether this installation can email people. */
  mails: boolean;
}

/** Counting further would not change the result. */
const MOST_COUNTED = 20_000;
const DAY_MS = 86_400_000;

async function hostsOf(tx: BatchedQueries, signals: readonly SignalRow[]) {
  const ids = signals.flatMap(({ source, configId }) =>
    source === 'HTTP_REQUEST' && configId !== null ? [configId] : [],
  );
  const rows = ids.length > 0 ? await readUrls(tx, [...new Set(ids)]) : [];
  return new Map(
    rows.flatMap(({ id, url }) => [fixedHost(url)].flatMap((host) => (host ? [[id, host]] : []))),
  );
}

interface ReviewedCause {
  watch: WatchedCause;
  batch: SignalBatch | null;
}

async function readFacts(
  tx: BatchedQueries,
  looked: readonly ReviewedCause[],
  now: Date,
): Promise<CauseFacts[]> {
  if (looked.length === 0) return [];
  const since = new Date(now.getTime() - WINDOW_MS);
  const statements = looked.flatMap(({ watch }) => {
    const most = Math.min(4 * countRecent(watch, now) + 1, MOST_COUNTED);
    return factsQuery(watch, { since, most });
  });
  const rows = await tx.batch<unknown[]>(statements);
  return looked.map((_, i) => factsOf(rows.slice(i * FACT_STATEMENTS, (i + 1) * FACT_STATEMENTS)));
}

/** The outcome for one cause: statements that write it and queue its notifications. */
function settle(
  judging: JudgeContext,
  { watch, batch }: ReviewedCause,
  facts: CauseFacts,
  quiet: number | undefined,
) {
  const { storeId, now } = judging;
  const verdict = judge(watch, facts, now);
  if (verdict.say === 'dropped') return [deleteWatch(watch.id)];
  const isRowBroken = watch.openedAt === null && batch !== null && facts.succeededSinceFirst;
  const next: WatchedCause =
    verdict.say === 'nothing' && isRowBroken ? restartCount(watch, batch) : { ...watch };
  if (verdict.say === 'opened') Object.assign(next, { openedAt: now, quietSeconds: nextQuietPeriod(quiet) });
  if (verdict.say === 'closed') Object.assign(next, { closedAt: now, closedWhy: verdict.why });
  const put = upsertWatch(storeId, { ...next, lookAt: nextReviewAt(next, now) });
  return verdict.say === 'nothing' ? [put] : [put, ...enqueueNotifications(judging, next, verdict.say)];
}

/** Takes pending signals and reviews causes that are due; returns whether there is more. */
async function judgeOnce(tx: BatchedQueries, judging: JudgeContext): Promise<boolean> {
  const { now, newId, storeId } = judging;
  if (!(await lockStoreAlerts(tx, storeId))) return false;
  const signals = await claimSignals(tx, now);
  const watches = new Map((await readWatches(tx)).map((watch) => [watch.cause, watch]));
  const batches = batchesOf(signals, await hostsOf(tx, signals), new Set(watches.keys()));
  const touched = batches.map((batch) => ({
    batch,
    watch: withBatch(watches.get(batch.cause) ?? null, batch, newId(), now),
  }));
  const causes = new Set(batches.map(({ cause }) => cause));
  const due = [...watches.values()].filter(({ cause, lookAt }) => !causes.has(cause) && lookAt <= now);
  const looked: ReviewedCause[] = [...touched, ...due.map((watch) => ({ watch, batch: null }))];
  const facts = await readFacts(tx, looked, now);
  const untold = looked.filter(({ watch }) => watch.openedAt === null).map(({ watch }) => watch.cause);
  const quiet =
    untold.length > 0 ? await readLastQuietPeriods(tx, untold, new Date(now.getTime() - DAY_MS)) : null;
  const writes: BoundStatement<unknown>[] = looked.flatMap((each, i) =>
    settle(judging, each, facts[i] as CauseFacts, quiet?.get(each.watch.cause)),
  );
  if (writes.length > 0) await tx.batch(writes);
  return signals.length === SIGNALS_AT_ONCE;
}

/** Judges one store, in pages, unless another process is already doing so. */
export async function judgeStore(judging: JudgeContext): Promise<void> {
  while (await judging.db.transaction((tx) => judgeOnce(tx, judging)));
}

const PAGE = 100;
const AT_ONCE = 4;

export interface JudgeStoresContext {
  /** Calls a fixed list of functions; sees no store's rows. */
  outside: Queries;
  forStore(storeId: string): StoreDatabase;
  newId(): string;
  now(): Date;
  mails: boolean;
  isStopping(): boolean;
  onError(error: unknown, storeId: string): void;
}

/**
 * Turns signals into alerts and reviews open alerts; returns how many stores had any work. A store that fails
 * does not delay the others, and is judged once per run.
 */
export async function judgeStores(judging: JudgeStoresContext): Promise<number> {
  const { outside, forStore, newId, mails, isStopping, onError } = judging;
  const seen = new Set<string>();
  for (;;) {
    const now = judging.now();
    const waiting = (await findStoresWithWork(outside, now, PAGE)).filter((id) => !seen.has(id));
    if (waiting.length === 0 || isStopping()) return seen.size;
    for (let i = 0; i < waiting.length && !isStopping(); i += AT_ONCE)
      await Promise.all(
        waiting.slice(i, i + AT_ONCE).map(async (storeId) => {
          seen.add(storeId);
          await judgeStore({ db: forStore(storeId), storeId, newId, now, mails }).catch((error) =>
            onError(error, storeId),
          );
        }),
      );
  }
}
