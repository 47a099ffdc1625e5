import { z } from 'zod';
import { notFound } from '../../kernel/error.ts';
import type { ActorContext, AuditRows } from '../../kernel/operation.ts';
import type { BatchedQueries, OpenVault } from '../../kernel/ports.ts';
import { anyJson, anyObject, asIs, versioned } from '../../kernel/versioned.ts';
import { lockTrash, type TrashRow, trashRemoval, trashRow } from '../records/trash/trash.store.ts';
import type { PlainRequest } from './http-requests.rules.ts';
import { type HttpRequestRow, methods } from './http-requests.schema.ts';
import { insertHttpRequest, lockHttpRequest, requestAsItWas } from './http-requests.store.ts';
import { fromStored } from './save-http-request.ts';

type Trashed = Omit<HttpRequestRow, 'id' | 'name' | 'sealed' | 'createdAt' | 'updatedAt'> & {
  createdAt: string;
};

/** A request in the trash as it was stored: masked, beside what is sealed. */
export const trashedRequests = versioned<Trashed>(
  'HTTP request in the trash',
  z.object({
    description: z.string(),
    method: z.enum(methods),
    url: z.string(),
    headers: asIs<Record<string, string>>(z.record(z.string(), z.string())),
    body: anyJson,
    timeoutMs: z.int(),
    testVariables: anyObject,
    revision: z.int(),
    createdAt: z.string(),
  }),
);

/** Keeps a request that this transaction is about to delete; nothing if there is none. */
export async function keepInTrash(ctx: ActorContext, tx: BatchedQueries, id: string): Promise<void> {
  const row = await lockHttpRequest(tx, id);
  if (!row) return;
  const { name, description, method, url, headers, body, timeoutMs, testVariables, revision } = row;
  const content = trashedRequests.write({
    ...{ description, method, url, headers, body, timeoutMs, testVariables, revision },
    createdAt: row.createdAt.toISOString(),
  });
  await tx.rows(trashRow(ctx, { id, kind: 'http-request', name, content, sealed: row.sealed }));
}

/** Inserts a request as it was deleted, at a new revision: who knows the old one has to read it again. */
export async function bringBackHttpRequest(
  ctx: ActorContext,
  { id, name, content, sealed }: TrashRow,
  auditRows: AuditRows | undefined,
): Promise<void> {
  const { revision, createdAt, ...rest } = trashedRequests.read(content);
  await ctx.db.transaction(async (tx) => {
    if (!(await lockTrash(tx, id))) throw notFound();
    await insertHttpRequest(tx, ctx.storeId, id, { ...rest, name, sealed });
    await tx.batch([requestAsItWas(id, revision + 1, createdAt), trashRemoval(id), ...(auditRows?.() ?? [])]);
  });
}

/** A request in the trash with its credentials. */
export function readTrashed(vault: OpenVault, { id, name, content, sealed }: TrashRow): PlainRequest {
  const { revision, createdAt: at, ...rest } = trashedRequests.read(content);
  const createdAt = new Date(at);
  return fromStored(vault, { ...rest, id, name, sealed, revision, createdAt, updatedAt: createdAt });
}
