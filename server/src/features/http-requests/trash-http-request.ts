import { z } from 'zod';
import type { AuditRows } from '../../kernel/audit.ts';
import { notFound } from '../../kernel/error.ts';
import type { ActorContext } from '../../kernel/operation.ts';
import type { BatchedQueries, OpenVault, Queries } from '../../kernel/ports.ts';
import { anyJson, anyObject, asIs, versioned } from '../../kernel/versioned.ts';
import { lockTrash, putInTrash, type TrashRow, trashRemoval } from '../records/trash/trash.store.ts';
import type { PlainRequest } from './http-requests.rules.ts';
import { type HttpRequestRow, methods } from './http-requests.schema.ts';
import { insertHttpRequest, lockHttpRequest, requestAsItWas } from './http-requests.store.ts';
import { authorOf, fromStored } from './save-http-request.ts';
import { trashedVersions, versionRows, versionsIntoTrash, versionsOutOfTrash } from './versions.store.ts';

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
  const item = { id, kind: 'http-request', name, content, sealed: row.sealed } as const;
  await putInTrash(ctx, tx, item, versionsIntoTrash(id));
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
    await tx.batch([
      requestAsItWas(id, revision + 1, createdAt),
      versionsOutOfTrash(id),
      ...versionRows(id, {
        source: 'restore',
        author: authorOf(ctx),
        summary: 'Brought back from the trash',
      }),
      trashRemoval(id),
      ...(auditRows?.() ?? []),
    ]);
  });
}

/** A request in the trash and its versions, with their credentials. */
export async function* readTrashed(
  db: Queries,
  vault: OpenVault,
  { id, name, content, sealed }: TrashRow,
): AsyncGenerator<PlainRequest> {
  const { revision, createdAt: at, ...rest } = trashedRequests.read(content);
  const createdAt = new Date(at);
  const row = { ...rest, id, name, sealed, revision, createdAt, updatedAt: createdAt };
  yield fromStored(vault, row);
  for await (const version of trashedVersions(db, id)) yield fromStored(vault, { ...row, ...version });
}
