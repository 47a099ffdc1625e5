import { notFound } from '../../kernel/error.ts';
import { existingId } from '../../kernel/id.ts';
import type { Context } from '../../kernel/operation.ts';
import type { HttpRequestRow } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';

/** The request that the path names, or 404. */
export async function requireHttpRequest(
  ctx: Context,
  path: Record<string, string>,
): Promise<HttpRequestRow> {
  const row = await findHttpRequest(ctx.db, existingId(path['id']));
  if (!row) throw notFound();
  return row;
}
