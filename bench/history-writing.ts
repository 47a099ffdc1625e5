import { createDatabase } from '../server/src/adapters/postgres/database.ts';
import { beginExecution } from '../server/src/features/records/history/record-execution.store.ts';
import { pollWhile, runFinishingWriters } from '../server/test/harness/finishing-writers.ts';
import { configOf } from '../server/test/harness/history-rows.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import type { HistoryInstance } from './history-reading.ts';
import { timed } from './latency.ts';
import type { BenchStage } from './stage.ts';

const WRITERS = 32;
const EACH = 200;

/**
 * Executions finish while totals are read: the totals must match the existing rows at every moment and at the
 * end.
 */
export async function writeHistory(stage: BenchStage, { origin, keys, storeId }: HistoryInstance) {
  const database = createDatabase({
    url: stage.url,
    maxConnections: WRITERS,
    namedStatements: true,
    onError: console.error,
  });
  let next = 0;
  const get = async (path: string) => {
    const { body } = await timed(`${origin}/api/v1${path}`, keys[next++ % keys.length] as string);
    return JSON.parse(body);
  };
  const totals = async () => {
    const list = await get('/history?limit=1');
    const stats = await get('/stats?days=365');
    return { list: list.total as number, stats: stats.totals.total as number };
  };
  try {
    const db = database.forStore(storeId);
    const ids = Array.from({ length: WRITERS * EACH }, () => stage.newId());
    for (const [i, id] of ids.entries())
      await beginExecution(db, {
        storeId,
        id,
        actionType: 'EMAIL',
        actionConfigId: configOf(storeId, i % 12),
        actionConfigName: 'Order confirmation',
        trigger: 'workflow',
        createdAt: new Date(),
      });
    const rows = await countOf(stage, storeId);
    const started = performance.now();
    const { result, asked, wrong } = await pollWhile(runFinishingWriters(db, ids, WRITERS), async () => {
      const seen = await totals();
      return seen.list === rows.total && seen.stats === rows.total ? [] : [JSON.stringify(seen)];
    });
    const seconds = (performance.now() - started) / 1000;
    const faults = wrong.map((seen) => `${seen} while ${rows.total} rows were there`);
    if (result !== ids.length) faults.push(`${result} of ${ids.length} finished`);
    const { total, failed } = await countOf(stage, storeId);
    const ends = { ...(await totals()), failed: (await get('/history?limit=1&status=FAILED')).total };
    if (ends.list !== total || ends.stats !== total || ends.failed !== failed)
      faults.push(`${JSON.stringify(ends)} at the end, of ${total} rows and ${failed} failed`);
    return { finished: result, perSecond: Math.round(result / seconds), asked, total, faults };
  } finally {
    await database.close();
  }
}

const countOf = (stage: BenchStage, storeId: string) =>
  withClient(stage.url, async (client) => {
    const { rows } = await client.query<{ total: string; failed: string }>(
      `select count(*) as total, count(*) filter (where status = 'FAILED') as failed from executions where store_id = $1`,
      [storeId],
    );
    return { total: Number(rows[0]?.total), failed: Number(rows[0]?.failed) };
  });
