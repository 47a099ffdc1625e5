import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { countRows, loadRows, makePastMonths } from '../server/test/harness/history-rows.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import type { BenchStage } from './stage.ts';

/** Pending executions are work, not history, so a small history has as many as a large one. */
const PENDING = 40;
const SESSIONS = 2;
const SLICES = 20;
/** Orders of the store under test that can be searched for, spread over the year. */
export const ORDERS = 100;
export const orderName = (number: number) => `bench-order-${number % ORDERS}`;
/** A word that every execution has. */
export const COMMON_WORD = 'order';
const VOCABULARY = [COMMON_WORD, ...Array.from({ length: 40 }, (_, i) => `word${i}`)];
/** Below this size, indexes are kept while loading. */
const LARGE = 100_000;

/** A year of history: one row in five belongs to one store, the rest to the others. */
export async function loadHistory(stage: BenchStage, size: number, stores: number) {
  const storeId = await stage.newStore();
  const others = Array.from({ length: stores }, () => randomUUID());
  await withClient(stage.url, async (client) => {
    await makePastMonths(client);
    await client.query("insert into stores (id, name) select unnest($1::uuid[]), 'Other'", [others]);
    await makePastMonthsOfWords(client);
    const rebuild = size >= LARGE ? await dropIndexes(stage.url) : [];
    await inSlices(size, (from, to) =>
      loadRows(stage.url, { storeId, others, first: 0, count: size, from, to, pending: PENDING }),
    );
    await loadWords(stage, storeId);
    await client.query("set maintenance_work_mem = '512MB'");
    for (const statement of rebuild) await client.query(statement);
    // Autovacuum would do this as rows arrive.
    await client.query('vacuum analyze executions, execution_words');
    await countRows(client);
    await foldCounters(client);
  });
  return storeId;
}

/** As the daily maintenance does, page by page. */
async function foldCounters(client: pg.Client) {
  const most = 100_000;
  for (let folded = most; folded === most; ) {
    const { rows } = await client.query<{ folded: string }>('select fold_execution_counts($1) as folded', [
      most,
    ]);
    folded = Number(rows[0]?.folded);
  }
  await client.query('vacuum analyze execution_counts, execution_sums');
}

const makePastMonthsOfWords = (client: pg.Client) =>
  client.query(`do $$
    declare month timestamptz;
    begin
      for ago in 1..13 loop
        month := date_trunc('month', now(), 'UTC') - make_interval(months => ago);
        execute format('create table %I partition of execution_words for values from (%L) to (%L)',
          'execution_words_' || to_char(month at time zone 'UTC', 'YYYY_MM'),
          first_id_of(month), first_id_of(date_trunc('month', month + interval '40 days', 'UTC')));
      end loop;
    end $$`);

/** As steps leave them: ten words that many executions share, and four of its own. */
async function loadWords(stage: BenchStage, storeId: string) {
  const shared = await stage.wordMacs(storeId, VOCABULARY);
  const orders = await stage.wordMacs(
    storeId,
    Array.from({ length: ORDERS }, (_, i) => orderName(i)),
  );
  await withClient(stage.url, async (client) => {
    await client.query("set session_replication_role = 'replica'");
    const months = await client.query<{ part: string }>(
      "select inhrelid::regclass::text as part from pg_inherits where inhparent = 'executions'::regclass order by 1",
    );
    for (const { part } of months.rows)
      await client.query(
        `insert into execution_words (store_id, execution_id, words)
         select store_id, id, ($1::bigint[])[1:1] || array[${[1, 2, 3, 4].map((seed) => `hashtextextended(id::text, ${seed})`)}]
           || ($1::bigint[])[2 + k % 32 : 10 + k % 32]
         from (select store_id, id, hashtext(id::text) & 1023 as k from ${part}) numbered`,
        [shared],
      );
    await client.query(
      `update execution_words w set words = w.words || o.mac
       from (
         select id, row_number() over () as number from (
           select id from executions where store_id = $1 order by hashtext(id::text) limit $2
         ) few
       ) chosen
       join unnest($3::bigint[]) with ordinality as o (mac, number) using (number)
       where w.store_id = $1 and w.execution_id = chosen.id`,
      [storeId, ORDERS, orders],
    );
  });
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
    const { rows } = await client.query<
      Record<'table' | 'name' | 'definition', string> & { constraint: string | null }
    >(
      `select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition,
         pg_get_constraintdef(c.oid) as constraint
       from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
       where i.indrelid in ('executions'::regclass, 'execution_words'::regclass)`,
    );
    for (const { table, name, constraint } of rows)
      await client.query(
        constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`,
      );
    return rows.map(({ table, name, definition, constraint }) =>
      constraint === null
        ? definition.replace(' ON ONLY ', ' ON ')
        : `alter table ${table} add constraint ${name} ${constraint}`,
    );
  });
