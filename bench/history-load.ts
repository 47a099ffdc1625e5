import { randomUUID } from 'node:crypto';
import { countRows, loadRows, makePastMonths } from '../server/test/harness/history-rows.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import type { BenchStage } from './stage.ts';

/** Pending executions are work, not history, so a small history has as many as a large one. */
const PENDING = 40;
const SESSIONS = 2;
const SLICES = 20;
/** Below this size, indexes are kept while loading. */
const LARGE = 100_000;

/** A year of history: one row in five belongs to one store, the rest to the others. */
export async function loadHistory(stage: BenchStage, size: number, stores: number) {
  const storeId = await stage.newStore();
  const others = Array.from({ length: stores }, () => randomUUID());
  await withClient(stage.url, async (client) => {
    await makePastMonths(client);
    await client.query("insert into stores (id, name) select unnest($1::uuid[]), 'Other'", [others]);
    const rebuild = size >= LARGE ? await dropIndexes(stage.url) : [];
    await inSlices(size, (from, to) =>
      loadRows(stage.url, { storeId, others, first: 0, count: size, from, to, pending: PENDING }),
    );
    await client.query("set maintenance_work_mem = '512MB'");
    for (const statement of rebuild) await client.query(statement);
    // Autovacuum would do this as rows arrive.
    await client.query('vacuum analyze executions');
    await countRows(client);
  });
  return storeId;
}

async function inSlices(size: number, load: (from: number, to: number) => Promise<void>) {
  const slice = Math.ceil(size / SLICES);
  const next = Array.from({ length: SLICES }, (_, i) => i * slice).values();
  await Promise.all(
    Array.from({ length: SESSIONS }, async () => {
      for (const from of next) await load(from, Math.min(from + slice, size));
    }),
  );
}

/**
 * Building the indexes at the end takes a third of the time of maintaining them while loading. Returns the
 * statements that recreate them on every partition.
 */
const dropIndexes = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; definition: string; constraint: string | null }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
         pg_get_constraintdef(c.oid) as constraint
       from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
       where i.indrelid = 'executions'::regclass`,
    );
    for (const { name, constraint } of rows)
      await client.query(
        constraint === null ? `drop index ${name}` : `alter table executions drop constraint ${name}`,
      );
    return rows.map(({ name, definition, constraint }) =>
      constraint === null
        ? definition.replace(' ON ONLY ', ' ON ')
        : `alter table executions add constraint ${name} ${constraint}`,
    );
  });
