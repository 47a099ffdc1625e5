import { notFound } from '../../kernel/error.ts';
import type { Context } from '../../kernel/operation.ts';
import type { HttpRequestRow } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';
import { requireHttpRequest } from './require-http-request.ts';
import { fromStored } from './save-http-request.ts';
import { changedFields } from './versions.rules.ts';
import { findVersion, type RequestVersionRow } from './versions.store.ts';

/** At most nine digits, which always fit a PostgreSQL integer. */
const NUMBER = /^[1-9][0-9]{0,8}$/;

/** The request and the version of it that the path names, or 404. */
export async function requireVersion(
  ctx: Context,
  path: Record<string, string>,
): Promise<{ row: HttpRequestRow; version: RequestVersionRow }> {
  const row = await requireHttpRequest(ctx, path);
  const number = path['version'] ?? '';
  const version = NUMBER.test(number) ? await findVersion(ctx.db, row.id, Number(number)) : null;
  if (!version) throw notFound();
  return { row, version };
}

/** Members that differ from a version; `null` if that one is not kept. */
export async function requestChangedSince(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { id }: Pick<HttpRequestRow, 'id'>,
  revision: number,
): Promise<string[] | null> {
  // Read anew: what the call had found may be the very revision that another writer has replaced since.
  const [row, then] = await Promise.all([findHttpRequest(db, id), findVersion(db, id, revision)]);
  if (!row || !then) return null;
  const open = await vault.unlock();
  const was = fromStored(open, { ...row, ...then.request, sealed: then.sealed });
  return changedFields(was, fromStored(open, row));
}
