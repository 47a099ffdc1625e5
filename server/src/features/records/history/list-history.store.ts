import { isUuid } from '../../../kernel/id.ts';
import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  type BoundStatement,
  bind,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import type { ActionType, Status, Trigger } from './history.schema.ts';
import { type ExecutionSummaryRow, forceGenericPlan, SUMMARY } from './history.store.ts';

export interface HistoryFilter {
  actionType?: ActionType | undefined;
  status?: Status | undefined;
  actionConfigId?: string | undefined;
  /** Only those with warnings. */
  warnings?: boolean | undefined;
  /** Only those of any of these layouts and requests. */
  configs?: readonly string[] | undefined;
  /** From this time, inclusive. */
  from?: Date | undefined;
  /** Until this time, exclusive. */
  until?: Date | undefined;
  locale?: string | undefined;
  trigger?: Trigger | undefined;
  runId?: string | undefined;
}

/** From this offset on, counters are used to skip whole days or months before the index is read. */
const DEEP = 1_000;
const MAX_LIMIT = 100;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';
const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The last timestamp that a UUIDv7 can contain. */
const LAST_MS = 2 ** 48 - 1;

interface HistoryCondition {
  /**
   * The name of a statement with this condition. Statements that filter by language, trigger or run have
   * none: they are rare, and every connection would keep a plan for each of their many combinations.
   */
  nameOf(what: string): string;
  /** For rows of executions and of `execution_counts`. */
  where: string;
  /** For rows of executions only. */
  whereRow: string;
  /** The sum expression over `execution_counts`. */
  count: string;
  /** For `execution_sums`, which has a column per status: what to add up, and of which rows. */
  sum: string;
  whereSum: string;
  values: unknown[];
}

/**
 * Each set of filters is a separate statement: `x is null or …` would keep PostgreSQL from using an index.
 * The status, from a closed list, is part of the SQL: partial indexes without PENDING need a literal.
 */
export function historyCondition(filter: HistoryFilter, valuesBefore = 0): HistoryCondition {
  const { actionType, status, actionConfigId, warnings = false, configs, locale, trigger, runId } = filter;
  const names: string[] = [];
  const values: unknown[] = [];
  const given = (value: unknown) => `$${valuesBefore + values.push(value)}`;
  let whereSum = '';
  let alone = '';
  if (actionType !== undefined) {
    names.push('type');
    whereSum += ` and action_type = ${given(actionType)}`;
  }
  if (actionConfigId !== undefined) {
    names.push('config');
    whereSum += ` and action_config_id = ${given(actionConfigId)}`;
  }
  if (configs !== undefined) {
    names.push('configs');
    whereSum += ` and action_config_id = any(${given(configs)}::uuid[])`;
  }
  for (const [column, value] of Object.entries({ locale, trigger, run_id: runId }))
    if (value !== undefined) alone += ` and ${column} = ${given(value)}`;
  if (status !== undefined) names.push(status.toLowerCase());
  if (warnings) names.push('warned');
  const whereStatus = status === undefined ? '' : ` and status = '${status}'`;
  return {
    nameOf: (what) => (alone === '' ? `history_${what}_${names.join('_')}` : ''),
    where: whereSum + whereStatus,
    whereRow: whereSum + whereStatus + (warnings ? ' and warning_count > 0' : '') + alone,
    count: warnings ? 'warned' : 'count',
    sum: sumExpression(status, warnings),
    whereSum,
    values,
  };
}

/** A column expression of `execution_sums`. Skipped executions were never rendered, so they have no warnings. */
function sumExpression(status: Status | undefined, warnings: boolean): string {
  const all = warnings ? ['warned_success', 'warned_failed'] : ['success', 'failed', 'skipped'];
  if (status === undefined) return all.join(' + ');
  const column = `${warnings ? 'warned_' : ''}${status.toLowerCase()}`;
  return all.includes(column) ? column : '0';
}

/** Finds the IDs in an index before reading any row; the outer limit shows PostgreSQL that there are few. */
function pageQuery(filter: HistoryFilter, below: string, limit: number, offset: number) {
  const { nameOf, whereRow, values } = historyCondition(filter);
  const at = values.length;
  const page = statement<ExecutionSummaryRow>(
    nameOf('page'),
    `select ${SUMMARY} from (
       select id from (
         select id from executions where id < $${at + 1}${whereRow} order by id desc limit $${at + 2} offset $${at + 3}
       ) page order by id desc limit ${MAX_LIMIT}
     ) few join executions using (id) order by id desc`,
  );
  return bind(page, ...values, below, limit, offset);
}

/** Finished executions come from counters, pending ones from their index: history itself is never counted. */
export function totalQuery(filter: HistoryFilter): BoundStatement<{ total: number }> {
  const { nameOf, where, whereRow, count, sum, whereSum, values } = historyCondition(filter);
  const total = statement<{ total: number }>(
    nameOf('total'),
    `select (select coalesce(sum(${count}), 0) from execution_counts where true${where})::bigint
       + (select coalesce(sum(${sum}), 0) from execution_sums where grain = 'month'${whereSum})::bigint
       + (select count(*) from executions where status = 'PENDING'${whereRow}) as total`,
  );
  return bind(total, ...values);
}

interface PagePosition {
  total: number;
  /** How many entries are newer than the day or month that contains the offset. */
  newer: number;
  /** Ids of that day or month, and older ones, are below this. */
  below: string;
}

/** Finds the day of an offset, or the month for a single configuration, which has no daily sums. */
function placeQuery(filter: HistoryFilter, offset: number): BoundStatement<PagePosition> {
  const { nameOf, where, whereRow, count, sum, whereSum, values } = historyCondition(filter);
  const grain = filter.actionConfigId === undefined ? 'day' : 'month';
  const place = statement<PagePosition>(
    nameOf('place'),
    `select total, newer, first_id_of((period + interval '1 ${grain}') at time zone 'UTC') as below
     from (
       select period, (sum(held) over ())::bigint as total,
         (sum(held) over (order by period desc) - held)::bigint as newer
       from (
         select period, sum(count) as held from (
           select date_trunc('${grain}', day::timestamp) as period, ${count} as count from execution_counts where true${where}
           union all
           select first_day, ${sum} from execution_sums where grain = '${grain}'${whereSum}
           union all
           select date_trunc('${grain}', day_of_id(id)::timestamp), 1 from executions where status = 'PENDING'${whereRow}
         ) counted group by period
       ) periods
     ) places
     where newer <= $${values.length + 1} order by period limit 1`,
  );
  return bind(place, ...values, offset);
}

async function shallowPage(db: StoreDatabase, filter: HistoryFilter, limit: number, offset: number) {
  const [, [counted], rows] = await db.batch<[unknown, { total: number }, ExecutionSummaryRow]>([
    bind(forceGenericPlan),
    totalQuery(filter),
    pageQuery(filter, AFTER_ALL_IDS, limit, offset),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

async function deepPage(db: StoreDatabase, filter: HistoryFilter, limit: number, offset: number) {
  const [, [place]] = await db.batch<[unknown, PagePosition]>([
    bind(forceGenericPlan),
    placeQuery(filter, offset),
  ]);
  if (!place || place.total <= offset) return { rows: [], total: place?.total ?? 0 };
  const [, rows] = await db.batch<[unknown, ExecutionSummaryRow]>([
    bind(forceGenericPlan),
    pageQuery(filter, place.below, limit, offset - place.newer),
  ]);
  return { rows, total: place.total };
}

/** The ID range of a period: from the first (inclusive) to the second (exclusive). */
export function idsOfPeriod({ from, until }: Pick<HistoryFilter, 'from' | 'until'>): [string, string] {
  const firstIdOf = (moment: Date) => {
    const hex = Math.min(Math.max(moment.getTime(), 0), LAST_MS).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}${BEFORE_ALL_IDS.slice(13)}`;
  };
  return [from ? firstIdOf(from) : BEFORE_ALL_IDS, until ? firstIdOf(until) : AFTER_ALL_IDS];
}

/** Counts rows, for filters that the counters do not cover. */
export function countedTotal(filter: HistoryFilter): BoundStatement<{ total: number }> {
  const { nameOf, whereRow, values } = historyCondition(filter, 2);
  const total = searchRead<{ total: number }>(
    nameOf('counted'),
    `select count(*) as total from executions where id >= $1 and id < $2${whereRow}`,
    'from',
  );
  return bind(total, ...idsOfPeriod(filter), ...values);
}

/** For filters with neither counters nor an index: scans entries, newest first. */
async function filteredPage(db: StoreDatabase, filter: HistoryFilter, limit: number, offset: number) {
  const { nameOf, whereRow, values } = historyCondition(filter, 2);
  const page = searchRead<ExecutionSummaryRow>(
    nameOf('filtered'),
    `select ${SUMMARY} from (
       select id from executions where id >= $1 and id < $2${whereRow}
       order by id desc limit $${values.length + 3} offset $${values.length + 4}
     ) few join executions using (id) order by id desc`,
    'from',
  );
  const [, [counted], rows] = await db.batch<[unknown, { total: number }, ExecutionSummaryRow]>([
    bind(forceGenericPlan),
    countedTotal(filter),
    bind(page, ...idsOfPeriod(filter), ...values, limit, offset),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Whether the counters can provide the number of matching entries. */
export const isCounted = ({ from, until, locale, trigger, runId }: HistoryFilter) =>
  [from, until, locale, trigger, runId].every((value) => value === undefined);

export async function pageOfHistory(db: StoreDatabase, request: PageRequest, filter: HistoryFilter) {
  // Not a UUID: it matches no row, and PostgreSQL would fail on it.
  if (filter.actionConfigId !== undefined && !isUuid(filter.actionConfigId)) return { rows: [], total: 0 };
  const offset = offsetOf(request);
  if (!isCounted(filter)) return filteredPage(db, filter, request.limit, offset);
  const read = offset < DEEP ? shallowPage : deepPage;
  return read(db, filter, request.limit, offset);
}
