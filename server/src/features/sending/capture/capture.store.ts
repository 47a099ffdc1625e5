import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  type BoundStatement,
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  statement,
} from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { Claim } from '../../delivery/ledger/ledger.store.ts';
import type { Trigger, Warning } from '../../records/history/history.schema.ts';

/** Per store; the oldest are deleted first (contract: Test inbox 5). */
const MOST_MAILS = 500;
/** Per store, because five hundred of the largest emails would take gigabytes. */
const MOST_BYTES = 64 * 1024 * 1024;
const KEPT = "captured_at > now() - interval '7 days'";

export interface NewCapturedMail {
  storeId: string;
  id: string;
  summary: Buffer;
  content: Buffer;
}

const insert = statement(
  'captured_mail_insert',
  `insert into captured_mails (store_id, id, execution_id, position, summary, content, bytes)
   select $1, $2, $3, $4, $6::bytea, $7::bytea, octet_length($6::bytea) + octet_length($7::bytea)
   where exists (
     select from deliveries where execution_id = $3 and position = $4 and claims = $5 and state = 'sent'
   ) on conflict do nothing`,
);
const trim = statement(
  'captured_mails_trim',
  `delete from captured_mails where id in (
     select id from (
       select id, row_number() over newest as nth, sum(bytes) over newest as held
       from captured_mails window newest as (order by id desc)
     ) mails where nth > ${MOST_MAILS} or (held > ${MOST_BYTES} and nth > 1)
   )`,
);

/**
 * Statements that store an email once if its delivery has ended as sent under this claim, and delete what
 * exceeds the limits (contract: Test inbox 2).
 */
export const insertCapturedMail = (
  { storeId, id, summary, content }: NewCapturedMail,
  { executionId, position, claims }: Claim,
): BoundStatement<unknown>[] => [
  bind(insert, storeId, id, executionId, position, claims, summary, content),
  bind(trim),
];

export interface CapturedRow {
  id: string;
  executionId: string;
  capturedAt: Date;
  actionConfigId: string | null;
  actionConfigName: string;
  trigger: Trigger;
  summary: Buffer;
}

/** Left join, because history may be kept for fewer days than emails. */
const SHOWN = `c.id, c.execution_id as "executionId", c.captured_at as "capturedAt", e.action_config_id as "actionConfigId",
  coalesce(e.action_config_name, '') as "actionConfigName", coalesce(e.trigger, 'workflow') as trigger, c.summary`;
const WITH_EXECUTION =
  'captured_mails c left join executions e on e.store_id = c.store_id and e.id = c.execution_id';

const count = statement<{ total: number }>(
  'captured_mails_count',
  `select count(*) as total from captured_mails where ${KEPT}`,
);
const page = statement<CapturedRow>(
  'captured_mails_page',
  `select ${SHOWN} from ${WITH_EXECUTION} where ${KEPT} order by c.id desc limit $1 offset $2`,
);
const one = briefRead<CapturedRow & { content: Buffer; warnings: Warning[] }>(
  'captured_mail_get',
  `select ${SHOWN}, c.content, coalesce(e.warnings, '[]') as warnings from ${WITH_EXECUTION}
   where c.id = $1 and ${KEPT}`,
);
const empty = statement<{ id: string }>('captured_mails_empty', 'delete from captured_mails returning id');

export async function pageOfCaptured(db: StoreDatabase, request: PageRequest) {
  const [[counted], rows] = await db.batch<[{ total: number }, CapturedRow]>([
    bind(count),
    bind(page, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const findCaptured = async (db: Queries, id: string) => (await db.rows(bind(one, id)))[0] ?? null;

/** Returns how many there were. */
export const emptyMailbox = async (db: Queries): Promise<number> => (await db.rows(bind(empty))).length;

/** An email may be megabytes, and a whole page is in memory at once. */
const PAGE = 10;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface SealedMail {
  id: string;
  executionId: string;
  capturedAt: Date;
  summary: Buffer;
  content: Buffer;
}

const selectCapturedMail = statement<SealedMail>(
  'captured_mails_held',
  `select id, execution_id as "executionId", captured_at as "capturedAt", summary, content from captured_mails
   where id > $1 and execution_id < first_id_of($2) order by id limit ${PAGE}`,
);
const erase = statement('captured_mails_erase', 'delete from captured_mails where id = any($1)');

/** All emails of steps that started before `until`, page by page. */
export async function* capturedMails(db: Queries, until: Date): AsyncGenerator<SealedMail[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await db.rows(bind(selectCapturedMail, after, until));
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

export const eraseCaptured = (db: Queries, ids: readonly string[]) => db.rows(bind(erase, ids));

export const OLD_CAPTURED: RetentionRule = { table: 'captured_mails', where: `not (${KEPT})` };
