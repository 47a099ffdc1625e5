import { isUuid } from '../../../kernel/id.ts';
import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { type Bound, bind, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import type { ActionType, Status } from './history.schema.ts';
import { type ExecutionSummaryRow, planAlike, SUMMARY } from './history.store.ts';

export interface HistoryFilter {
  actionType?: ActionType | undefined;
  status?: Status | undefined;
  actionConfigId?: string | undefined;
}

/** From here on, whole days or months are passed over by their counters before a page is looked for in the index. */
const DEEP = 1_000;
const MAX_LIMIT = 100;
const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Narrowed {
  name: string;
  /** For rows of executions and of `execution_counts`. */
  where: string;
  /** For `execution_sums`, which have a column for each status: what to take, and of which rows. */
  sum: string;
  whereSum: string;
  values: string[];
}

/**
 * Each set of filters is a statement of its own: `x is null or …` would keep PostgreSQL from using an index.
 * A status, of a closed list, is part of the text, because indexes that leave out PENDING serve only what is seen to.
 */
function narrowed({ actionType, status, actionConfigId }: HistoryFilter): Narrowed {
  const names: string[] = [];
  const values: string[] = [];
  let whereSum = '';
  if (actionType !== undefined) {
    names.push('type');
    whereSum += ` and action_type = $${values.push(actionType)}`;
  }
  if (actionConfigId !== undefined) {
    names.push('config');
    whereSum += ` and action_config_id = $${values.push(actionConfigId)}`;
  }
  if (status === undefined)
    return { name: names.join('_'), where: whereSum, sum: 'success + failed + skipped', whereSum, values };
  const name = [...names, status.toLowerCase()].join('_');
  const sum = status === 'PENDING' ? '0' : status.toLowerCase();
  return { name, where: `${whereSum} and status = '${status}'`, sum, whereSum, values };
}

/** Finds ids in an index alone and only then reads the rows of the page, of which PostgreSQL is told that they are few. */
function pageQuery(filter: HistoryFilter, below: string, limit: number, offset: number) {
  const { name, where, values } = narrowed(filter);
  const at = values.length;
  const page = statement<ExecutionSummaryRow>(
    `history_page_${name}`,
    `select ${SUMMARY} from (
       select id from (
         select id from executions where id < $${at + 1}${where} order by id desc limit $${at + 2} offset $${at + 3}
       ) page order by id desc limit ${MAX_LIMIT}
     ) few join executions using (id) order by id desc`,
  );
  return bind(page, ...values, below, limit, offset);
}

/** Finished ones from the counters, those under way from the index of the pending: history itself is never counted. */
function totalQuery(filter: HistoryFilter): Bound<{ total: number }> {
  const { name, where, sum, whereSum, values } = narrowed(filter);
  const total = statement<{ total: number }>(
    `history_total_${name}`,
    `select (select coalesce(sum(count), 0) from execution_counts where true${where})::bigint
       + (select coalesce(sum(${sum}), 0) from execution_sums where grain = 'month'${whereSum})::bigint
       + (select count(*) from executions where status = 'PENDING'${where}) as total`,
  );
  return bind(total, ...values);
}

interface Place {
  total: number;
  /** How many are newer than the day or month in which the place is. */
  newer: number;
  /** Everything of that day or month, and older, is below this id. */
  below: string;
}

/** The day in which an offset falls; with a configuration the month, because days are not summed for each. */
function placeQuery(filter: HistoryFilter, offset: number): Bound<Place> {
  const { name, where, sum, whereSum, values } = narrowed(filter);
  const grain = filter.actionConfigId === undefined ? 'day' : 'month';
  const place = statement<Place>(
    `history_place_${name}`,
    `select total, newer, first_id_of((period + interval '1 ${grain}') at time zone 'UTC') as below
     from (
       select period, (sum(held) over ())::bigint as total,
         (sum(held) over (order by period desc) - held)::bigint as newer
       from (
         select period, sum(count) as held from (
           select date_trunc('${grain}', day::timestamp) as period, count from execution_counts where true${where}
           union all
           select first_day, ${sum} from execution_sums where grain = '${grain}'${whereSum}
           union all
           select date_trunc('${grain}', day_of_id(id)::timestamp), 1 from executions where status = 'PENDING'${where}
         ) counted group by period
       ) periods
     ) places
     where newer <= $${values.length + 1} order by period limit 1`,
  );
  return bind(place, ...values, offset);
}

async function shallowPage(db: StoreDatabase, filter: HistoryFilter, limit: number, offset: number) {
  const [, [counted], rows] = await db.batch<[unknown, { total: number }, ExecutionSummaryRow]>([
    bind(planAlike),
    totalQuery(filter),
    pageQuery(filter, AFTER_ALL_IDS, limit, offset),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

async function deepPage(db: StoreDatabase, filter: HistoryFilter, limit: number, offset: number) {
  const [, [place]] = await db.batch<[unknown, Place]>([bind(planAlike), placeQuery(filter, offset)]);
  if (!place || place.total <= offset) return { rows: [], total: place?.total ?? 0 };
  const [, rows] = await db.batch<[unknown, ExecutionSummaryRow]>([
    bind(planAlike),
    pageQuery(filter, place.below, limit, offset - place.newer),
  ]);
  return { rows, total: place.total };
}

export async function pageOfHistory(db: StoreDatabase, request: PageRequest, filter: HistoryFilter) {
  // What is no id names nothing, and PostgreSQL would rather complain.
  if (filter.actionConfigId !== undefined && !isUuid(filter.actionConfigId)) return { rows: [], total: 0 };
  const offset = offsetOf(request);
  const read = offset < DEEP ? shallowPage : deepPage;
  return read(db, filter, request.limit, offset);
}
