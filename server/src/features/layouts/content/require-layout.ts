import { notFound } from '../../../kernel/error.ts';
import { etagOf } from '../../../kernel/etag.ts';
import { existingId } from '../../../kernel/id.ts';
import type { Context } from '../../../kernel/operation.ts';
import { findWholeLayout, type StoredLayout } from './layouts.store.ts';

/** Every write makes a version, so the version is the revision. */
export const etagOfLayout = ({ version }: { version: number }) => etagOf({ revision: version });

/** The layout that a path names, with all its languages. */
export async function requireWholeLayout(
  { db }: Pick<Context, 'db'>,
  { id }: Record<string, string>,
): Promise<StoredLayout> {
  const stored = await findWholeLayout(db, existingId(id));
  if (!stored) throw notFound();
  return stored;
}
