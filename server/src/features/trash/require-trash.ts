import { notFound } from '../../kernel/error.ts';
import { existingId } from '../../kernel/id.ts';
import type { Context } from '../../kernel/operation.ts';
import { findTrash, type TrashRow } from '../records/trash/trash.store.ts';

/** What a path names in the trash, or 404. */
export async function requireTrash({ db }: Context, { id }: Record<string, string>): Promise<TrashRow> {
  const row = await findTrash(db, existingId(id));
  if (!row) throw notFound();
  return row;
}
