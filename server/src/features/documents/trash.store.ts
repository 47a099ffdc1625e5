import type { ActorContext } from '../../kernel/operation.ts';
import { containsText, offsetOf, type PageRequest } from '../../kernel/page.ts';
import {
  type BatchedQueries,
  type BoundStatement,
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../kernel/ports.ts';
import type { RetentionRule } from '../../kernel/retention.ts';
import {
  MAX_TRASH_BYTES,
  MAX_TRASH_ITEMS,
  TRASH_DAYS,
  type TrashItem,
  type TrashKind,
} from './trash.schema.ts';

/** The data kept of a deleted record. */
export interface NewTrash {
  id: string;
  kind: TrashKind;
  name: string;
  /** Versioned JSON, which the record's own feature reads. */
  content: string;
  sealed: Buffer | null;
}

export interface TrashRow {
  id: string;
  kind: TrashKind;
  name: string;
  content: string;
  sealed: Buffer | null;
}

const AGE = `make_interval(days => ${TRASH_DAYS})`;
// Expired items are treated as absent, even before the sweep removes them.
const IS_NOT_EXPIRED = `deleted_at > now() - ${AGE}`;
const MATCHES = `${IS_NOT_EXPIRED} and ${containsText('$1', 'name')}`;
const ROW = 'id, kind, name, content::text as content, sealed';

const insert = statement<never>(
  'trash_insert',
  `insert into trash (store_id, id, kind, name, deleted_by_type, deleted_by_name, content, sealed)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const measure = statement<never>(
  'trash_measure',
  `update trash t set bytes = octet_length(t.content::text) + coalesce(octet_length(t.sealed), 0) + (
     select coalesce(sum(octet_length(v.snapshot) + octet_length(v.about::text)), 0) from trash_versions v
     where v.item_id = t.id)
   where t.id = $1`,
);
// Skips locked rows, so that deletes which remove the same items do not wait for each other.
const endOldest = statement<{ id: string }>(
  'trash_end_oldest',
  `delete from trash where id in (
     select id from trash where id in (
       select id from (
         select id, row_number() over newest as place, sum(bytes) over newest as held from trash
         where deleted_by_type = $1 and deleted_by_name = $2 window newest as (order by deleted_at desc, id desc)
       ) ranked where place > ${MAX_TRASH_ITEMS} or (place > 1 and held > ${MAX_TRASH_BYTES})
     ) for update skip locked
   ) returning id`,
);
const count = searchRead<{ total: number }>(
  'trash_count',
  `select count(*) as total from trash where ${MATCHES}`,
);
const page = searchRead<TrashItem>(
  'trash_page',
  `select id, kind, name, json_build_object('type', deleted_by_type, 'name', deleted_by_name) as "deletedBy",
     deleted_at as "deletedAt", deleted_at + ${AGE} as "endsAt"
   from trash where ${MATCHES} order by deleted_at desc, id desc limit $2 offset $3`,
);
const selectOne = briefRead<TrashRow>(
  'trash_get',
  `select ${ROW} from trash where id = $1 and ${IS_NOT_EXPIRED}`,
);
const lockOne = statement<{ id: string }>(
  'trash_lock',
  `select id from trash where id = $1 and ${IS_NOT_EXPIRED} for update`,
);
const remove = statement<{ id: string }>('trash_delete', 'delete from trash where id = $1 returning id');
const after = statement<TrashRow>(
  'trash_after',
  `select ${ROW} from trash where $1::uuid is null or id > $1 order by id limit $2`,
);

/**
 * Moves a record and its versions to the trash, in the transaction that deletes it. Above the limit, the
 * caller's own oldest items are deleted for good, and the audit log names them (contract: Trash 6).
 */
export async function moveToTrash(
  { storeId, actor, audit }: Pick<ActorContext, 'storeId' | 'actor' | 'audit'>,
  tx: BatchedQueries,
  item: NewTrash,
  versions: BoundStatement<never>,
): Promise<void> {
  const { id, kind, name, content, sealed } = item;
  const results = await tx.batch<unknown[]>([
    bind(insert, storeId, id, kind, name, actor.type, actor.name, content, sealed),
    versions,
    bind(measure, id),
    bind(endOldest, actor.type, actor.name),
  ]);
  const ended = results.at(-1) as { id: string }[];
  const summary = 'Ended in the trash: the same key or person has deleted much since.';
  const rows = ended.flatMap(({ id }) => audit.rows({ operation: 'delete_from_trash', target: id, summary }));
  if (rows.length > 0) await tx.batch(rows);
}

export async function pageOfTrash(db: StoreDatabase, request: PageRequest, q: string | undefined) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, TrashItem]>([
    bind(count, wanted),
    bind(page, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const findTrash = async (db: Queries, id: string) => (await db.rows(bind(selectOne, id)))[0] ?? null;

/** Locks the item until the transaction ends; returns whether it still exists (contract: Trash 4). */
export const lockTrash = async (tx: Queries, id: string) => (await tx.rows(bind(lockOne, id))).length > 0;

/** Deletes an item with its versions. */
export const trashRemoval = (id: string) => bind(remove, id);

/** Everything in the trash, one item at a time, because each may be large. */
export async function* allTrash(db: Queries): AsyncGenerator<TrashRow> {
  for (let last: string | null = null; ; ) {
    const [row]: TrashRow[] = await db.rows(bind(after, last, 1));
    if (!row) return;
    yield row;
    last = row.id;
  }
}

/** Deletes expired items. */
export const OLD_TRASH: RetentionRule = { table: 'trash', where: `not (${IS_NOT_EXPIRED})` };
