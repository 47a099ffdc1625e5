import { isUuid } from '../../../kernel/id.ts';
import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { bind, type StoreDatabase, searchRead } from '../../../kernel/ports.ts';
import { type ExecutionSummaryRow, forceGenericPlan, SUMMARY } from './history.store.ts';
import {
  countedTotal,
  type HistoryFilter,
  historyCondition,
  idsOfPeriod,
  isCounted,
  totalQuery,
} from './list-history.store.ts';

const NO_CONFIG = '00000000-0000-0000-0000-000000000000';

/** Finds layouts and requests by name; deleted ones by their last name, known to trash and history only. */
const configsNamed = searchRead<{ id: string }>(
  'history_configs_named',
  `with present as (
     select id, name from layouts union all select id, name from http_requests union all select id, name from trash
   ), gone as (
     select distinct action_config_id as id from (
       select action_config_id from execution_counts
       union all
       select action_config_id from execution_sums where grain = 'month'
     ) counted where action_config_id <> '${NO_CONFIG}' and action_config_id not in (select id from present)
   )
   select distinct id from present where ${containsText('$1', 'name')}
   union
   select gone.id from gone, lateral (
     select action_config_name as name from executions where action_config_id = gone.id order by id desc limit 1
   ) last where ${containsText('$1', 'last.name')}`,
);

/** The search terms. */
export interface HistorySearch {
  /** The text as it was sent, for names. */
  q: string | undefined;
  /**
   * Hashes of the words that an execution must have, unless its layout or request matches by name; `null`: by
   * name only.
   */
  words: string[] | null;
  /** Hashes of the words of the run ID, if one is requested. */
  runWords: string[] | null;
}

interface FoundRow extends ExecutionSummaryRow {
  /**
   * How many were found by their words. Present on every row; if the page is empty, on a single row without
   * an execution.
   */
  byWords: number;
}

const foundText = (matched: string, named: string, values: number) =>
  `with matched as materialized (${matched}), named as (${named})
   select counted."byWords", page.* from (select count(*) as "byWords" from matched) counted
   left join lateral (
     select ${SUMMARY} from (
       select id from (select id from matched union all select id from named) found
       order by id desc limit $${values + 1} offset $${values + 2}
     ) few join executions using (id)
   ) page on true
   order by page.id desc`;

/**
 * `limit 1` looks executions up one by one. PostgreSQL expects the function to find a thousand, and would
 * otherwise read every execution of the store to join them.
 */
const WITH_WORDS = `select e.id from executions_with_words($3::bigint[], $1, $2) f (id)
  join lateral (select * from executions where executions.id = f.id limit 1) e on true`;

/** Number of parameters before those of the filter: the ID range, the words, and the layouts and requests. */
const SEARCH_VALUES = 4;

/**
 * Finds executions by words, and those of matching layouts and requests. The latter are read from their index
 * one page at a time.
 */
function foundByText(filter: HistoryFilter) {
  const { nameOf, whereRow, values } = historyCondition(filter, SEARCH_VALUES);
  const count = SEARCH_VALUES + values.length;
  const matched = `${WITH_WORDS}
    where (action_config_id is null or action_config_id <> all($4::uuid[]))${whereRow}`;
  const named = `select n.id from unnest($4::uuid[]) c (id), lateral (
      select id from executions where action_config_id = c.id and executions.id >= $1 and executions.id < $2${whereRow}
      order by executions.id desc limit $${count + 1}::bigint + $${count + 2}::bigint
    ) n`;
  return {
    statement: searchRead<FoundRow>(nameOf('found'), foundText(matched, named, count)),
    values,
  };
}

/** Finds executions of one run, which are few enough to be scanned. */
function foundByRun(filter: HistoryFilter, text: { words: string[] | null; configs: string[] } | null) {
  const given = text ? [text.words, text.configs] : [];
  const { nameOf, whereRow, values } = historyCondition(filter, 3 + given.length);
  const asText = text
    ? ' and (action_config_id = any($5::uuid[]) or e.id in (select executions_with_words($4::bigint[], $1, $2)))'
    : '';
  const matched = `${WITH_WORDS}
    where true${whereRow}${asText}`;
  const all = foundText(matched, 'select null::uuid as id where false', 3 + given.length + values.length);
  const statement = searchRead<FoundRow>(nameOf(text ? 'run_text' : 'run'), all);
  return { statement, values: [...given, ...values] };
}

const executionsOf = (rows: readonly FoundRow[]): ExecutionSummaryRow[] =>
  rows.flatMap(({ byWords: _, ...row }) => (row.id === null ? [] : [row]));

/**
 * A page of executions that match by their words, or by the name of their layout or request
 * (contract: History and stats 15). Executions that match by name are excluded from the count by words, so
 * each is listed once.
 */
export async function searchExecutions(
  db: StoreDatabase,
  request: PageRequest,
  filter: HistoryFilter,
  { q, words, runWords }: HistorySearch,
): Promise<{ rows: ExecutionSummaryRow[]; total: number }> {
  const nothing = { rows: [], total: 0 };
  const { actionConfigId } = filter;
  if (actionConfigId !== undefined && !isUuid(actionConfigId)) return nothing;
  const named = q === undefined ? [] : (await db.rows(bind(configsNamed, q))).map(({ id }) => id);
  const configs = actionConfigId === undefined ? named : named.filter((id) => id === actionConfigId);
  if (q !== undefined && words === null && configs.length === 0) return nothing;
  if (filter.runId !== undefined && runWords === null) return nothing;
  const { limit } = request;
  const ids = idsOfPeriod(filter);
  if (runWords !== null) {
    const { statement, values } = foundByRun(filter, q === undefined ? null : { words, configs });
    const given = [...ids, runWords, ...values, limit, offsetOf(request)];
    const [, rows] = await db.batch<[unknown, FoundRow]>([bind(forceGenericPlan), bind(statement, ...given)]);
    return { rows: executionsOf(rows), total: rows[0]?.byWords ?? 0 };
  }
  const { statement, values } = foundByText(filter);
  const given = [...ids, words, configs, ...values, limit, offsetOf(request)];
  const ofNames = { ...filter, actionConfigId: undefined, configs };
  const [, rows, [counted]] = await db.batch<[unknown, FoundRow, { total: number }]>([
    bind(forceGenericPlan),
    bind(statement, ...given),
    isCounted(filter) ? totalQuery(ofNames) : countedTotal(ofNames),
  ]);
  return { rows: executionsOf(rows), total: (rows[0]?.byWords ?? 0) + (counted?.total ?? 0) };
}
