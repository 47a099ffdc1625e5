import { bind, type Queries, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import { type ExecutionSummaryRow, forceGenericPlan, SUMMARY } from './history.store.ts';
import { idsOfPeriod } from './list-history.store.ts';
import type { IndexedRecipient } from './recipients.rules.ts';

/** Parameters of `insertRecipientsStatement`, of which there are three. */
export const recipientValues = (addressed: readonly IndexedRecipient[]): unknown[] => [
  addressed.map(({ mac }) => mac.toString('hex')),
  // Some PostgreSQL drivers can't pass null inside an array.
  addressed.map(({ position }) => position ?? 0),
  addressed.map(({ isSkipped }) => isSkipped),
];

/** Inserts the recipients of execution `$1`; `first` is the number of its own first parameter. */
export const insertRecipientsStatement = (first: number) =>
  `insert into execution_recipients (store_id, execution_id, address_mac, position, is_skipped)
   select e.store_id, e.id, decode(g.mac, 'hex'), nullif(g.position, 0), g.is_skipped
   from executions e, unnest($${first}::text[], $${first + 1}::smallint[], $${first + 2}::boolean[])
     as g (mac, position, is_skipped)
   where e.id = $1 on conflict do nothing`;

const eraseAll = statement('recipients_erase_all', 'delete from execution_recipients');
const erase = statement('recipients_erase', 'delete from execution_recipients where address_mac = $1');

/** Erases an address from all recipient lists; erases all recipients if `null`. */
export const eraseRecipient = (db: Queries, mac: Buffer | null) =>
  db.rows(mac === null ? bind(eraseAll) : bind(erase, mac));

const idsOf = statement<{ id: string }>(
  'recipients_executions',
  `select execution_id as id from execution_recipients
   where address_mac = $1 and execution_id > $2 order by execution_id limit $3`,
);

/** The executions addressed to a recipient, after the given one. */
export const executionsTo = async (db: Queries, mac: Buffer, after: string, most: number) =>
  (await db.rows(bind(idsOf, mac, after, most))).map(({ id }) => id);

export interface SentToRow extends ExecutionSummaryRow {
  isSkipped: boolean;
  /** Of the message to them, until its delivery is deleted. */
  deliveryState: string | null;
}

export interface RecipientSearch {
  mac: Buffer;
  /** From the start of the first day to before the end of the last. */
  from: Date;
  until: Date;
  actionConfigId: string | null;
  workflow: string | null;
}

/** Scans one range of the primary key, newest first; other filters skip entries of the same recipient. */
const search = statement<SentToRow>(
  'history_of_recipient',
  `select ${SUMMARY}, r.is_skipped as "isSkipped",
     (select d.state from deliveries d where d.execution_id = executions.id and d.position = r.position) as "deliveryState"
   from (
     select execution_id, position, is_skipped from execution_recipients
     where address_mac = $1 and execution_id >= $2 and execution_id < $3
     order by execution_id desc
   ) r join executions on id = r.execution_id
   where ($4::uuid is null or action_config_id = $4) and ($5::text is null or workflow = $5)
   order by r.execution_id desc limit $6 offset $7`,
);

/**
 * Executions addressed to a recipient. One more than requested shows that there are more
 * (contract: The app 9).
 */
export async function searchByRecipient(
  db: StoreDatabase,
  { mac, from, until, actionConfigId, workflow }: RecipientSearch,
  limit: number,
  offset: number,
) {
  const [, rows] = await db.batch<[unknown, SentToRow]>([
    bind(forceGenericPlan),
    bind(search, mac, ...idsOfPeriod({ from, until }), actionConfigId, workflow, limit + 1, offset),
  ]);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
