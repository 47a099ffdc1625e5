import type { BatchedQueries, Bound, StoreDatabase } from '../../../kernel/ports.ts';
import type { Watch } from '../alerts/alerts.schema.ts';
import { droppingWatch, puttingWatch, readLastQuiet, readWatches } from '../alerts/alerts.store.ts';
import { tellingOf } from '../telling/messages.store.ts';
import { type Batch, batchesOf, fixedHost, type SignalRow } from './causes.rules.ts';
import { FACT_STATEMENTS, factsOf, readingFacts } from './facts.store.ts';
import {
  beginAnew,
  countRecent,
  type Facts,
  judge,
  nextLook,
  quietAfter,
  WINDOW_MS,
  withBatch,
} from './judge.rules.ts';
import { lockStoreAlerts, readUrls, SIGNALS_AT_ONCE, takeSignals } from './signals.store.ts';

export interface Judging {
  db: StoreDatabase;
  storeId: string;
  newId(): string;
  now: Date;
  /** Whether people can be mailed here. */
  mails: boolean;
}

/** Counting more would not change what is said. */
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

interface Looked {
  watch: Watch;
  batch: Batch | null;
}

async function readFacts(tx: BatchedQueries, looked: readonly Looked[], now: Date): Promise<Facts[]> {
  if (looked.length === 0) return [];
  const since = new Date(now.getTime() - WINDOW_MS);
  const statements = looked.flatMap(({ watch }) => {
    const most = Math.min(4 * countRecent(watch, now) + 1, MOST_COUNTED);
    return readingFacts(watch, { since, most });
  });
  const rows = await tx.batch<unknown[]>(statements);
  return looked.map((_, i) => factsOf(rows.slice(i * FACT_STATEMENTS, (i + 1) * FACT_STATEMENTS)));
}

/** What becomes of one cause: the statements that write it and tell of it. */
function settle(judging: Judging, { watch, batch }: Looked, facts: Facts, quiet: number | undefined) {
  const { storeId, now } = judging;
  const verdict = judge(watch, facts, now);
  if (verdict.say === 'dropped') return [droppingWatch(watch.id)];
  const isRowBroken = watch.openedAt === null && batch !== null && facts.succeededSinceFirst;
  const next: Watch = verdict.say === 'nothing' && isRowBroken ? beginAnew(watch, batch) : { ...watch };
  if (verdict.say === 'opened') Object.assign(next, { openedAt: now, quietSeconds: quietAfter(quiet) });
  if (verdict.say === 'closed') Object.assign(next, { closedAt: now, closedWhy: verdict.why });
  const put = puttingWatch(storeId, { ...next, lookAt: nextLook(next, now) });
  return verdict.say === 'nothing' ? [put] : [put, ...tellingOf(judging, next, verdict.say)];
}

/** Takes what was signalled, and looks at what is due; whether there is more. */
async function judgeOnce(tx: BatchedQueries, judging: Judging): Promise<boolean> {
  const { now, newId, storeId } = judging;
  if (!(await lockStoreAlerts(tx, storeId))) return false;
  const signals = await takeSignals(tx, now);
  const watches = new Map((await readWatches(tx)).map((watch) => [watch.cause, watch]));
  const batches = batchesOf(signals, await hostsOf(tx, signals), new Set(watches.keys()));
  const touched = batches.map((batch) => ({
    batch,
    watch: withBatch(watches.get(batch.cause) ?? null, batch, newId(), now),
  }));
  const causes = new Set(batches.map(({ cause }) => cause));
  const due = [...watches.values()].filter(({ cause, lookAt }) => !causes.has(cause) && lookAt <= now);
  const looked: Looked[] = [...touched, ...due.map((watch) => ({ watch, batch: null }))];
  const facts = await readFacts(tx, looked, now);
  const untold = looked.filter(({ watch }) => watch.openedAt === null).map(({ watch }) => watch.cause);
  const quiet = untold.length > 0 ? await readLastQuiet(tx, untold, new Date(now.getTime() - DAY_MS)) : null;
  const writes: Bound<unknown>[] = looked.flatMap((each, i) =>
    settle(judging, each, facts[i] as Facts, quiet?.get(each.watch.cause)),
  );
  if (writes.length > 0) await tx.batch(writes);
  return signals.length === SIGNALS_AT_ONCE;
}

/** Judges one store, in pages; another process that is at it already is left to it. */
export async function judgeStore(judging: Judging): Promise<void> {
  while (await judging.db.transaction((tx) => judgeOnce(tx, judging)));
}
