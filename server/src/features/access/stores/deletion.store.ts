import type { Actor } from '../../../kernel/audit.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';

const begin = statement<{ begun: boolean }>(
  'store_deletion_begin',
  'select begin_store_deletion($1, $2) as begun',
);
const page = statement<{ gone: number }>('store_deletion_page', 'select delete_store_rows($1)::int as gone');
const finish = statement<{ finished: boolean }>(
  'store_deletion_finish',
  'select finish_store_deletion() as finished',
);
const due = statement<{ id: string }>('stores_to_delete', 'select id from stores_to_delete()');
const engineNames = statement<{ lane: string | null; repository: string | null }>(
  'store_engine_names',
  `select 'sender:' || id as lane, null as repository from smtp_senders
   union all select 'sender:' || id, null from mailboxes
   union all select null, lower(concat_ws('/', provider, owner, repository)) from repository_connections`,
);

/**
 * Closes the scoped store to everyone and stops all its sending; `false` if that had already happened
 * (contract: Deleting a store or an account 1).
 */
export const beginDeletion = async (tx: Queries, { type, id }: Actor<'operator' | 'user'>) =>
  (await tx.rows(bind(begin, type, id)))[0]?.begun === true;

/** Deletes some rows of the scoped store and returns how many; 0 means that none are left. */
export const deleteRows = async (db: Queries, most: number): Promise<number> =>
  (await db.rows(bind(page, most)))[0]?.gone ?? 0;

/** `false` if something was written in the meantime. */
export const finishDeletion = async (db: Queries) => (await db.rows(bind(finish)))[0]?.finished === true;

/** Stores whose deletion has begun, found through a dedicated database function. */
export const storesToDelete = async (outside: Queries) => (await outside.rows(bind(due))).map(({ id }) => id);

/** The names under which the engine may hold work of the scoped store, besides its own lane. */
export async function engineNamesOf(db: Queries): Promise<{ lanes: string[]; repositories: string[] }> {
  const rows = await db.rows(bind(engineNames));
  return {
    lanes: rows.flatMap(({ lane }) => lane ?? []),
    repositories: rows.flatMap(({ repository }) => repository ?? []),
  };
}
