import { z } from 'zod';
import type { AuditRows } from '../../kernel/audit.ts';
import type { ActorContext } from '../../kernel/operation.ts';
import type { OpenVault, Queries } from '../../kernel/ports.ts';
import { anyJson, anyObject, passThrough, versioned } from '../../kernel/versioned.ts';
import type { LostReference } from '../documents/trash.schema.ts';
import type { TrashRow } from '../documents/trash.store.ts';
import { restoreFromTrash } from '../documents/trash-document.ts';
import type { PlainRequest } from './http-requests.rules.ts';
import { type HttpRequestRow, methods } from './http-requests.schema.ts';
import { lockHttpRequest, newRequestRow, restoreRequestTimes } from './http-requests.store.ts';
import { restartMasking } from './mask-stored-requests.store.ts';
import { maskStoredRequests } from './mask-stored-requests.ts';
import { unsealRequest } from './save-http-request.ts';
import { requestVersions } from './versions.store.ts';

type TrashedRequest = Omit<HttpRequestRow, 'id' | 'name' | 'sealed' | 'createdAt' | 'updatedAt'> & {
  createdAt: string;
};

/** A request in the trash as it was stored: masked, next to its sealed content. */
export const trashedRequests = versioned<TrashedRequest>(
  'HTTP request in the trash',
  z.object({
    description: z.string(),
    method: z.enum(methods),
    url: z.string(),
    headers: passThrough<Record<string, string>>(z.record(z.string(), z.string())),
    body: anyJson,
    timeoutMs: z.int(),
    testVariables: anyObject,
    revision: z.int(),
    createdAt: z.string(),
  }),
);

/** Locks a request and returns what the trash keeps of it. */
export async function trashedRequest(tx: Queries, id: string) {
  const row = await lockHttpRequest(tx, id);
  if (!row) return null;
  const { name, description, method, url, headers, body, timeoutMs, testVariables, revision } = row;
  const content = trashedRequests.write({
    ...{ description, method, url, headers, body, timeoutMs, testVariables, revision },
    createdAt: row.createdAt.toISOString(),
  });
  return { name, content, sealed: row.sealed };
}

/** The request is restored already, so a failure does not fail the call: a worker masks the store again. */
async function maskRestored(ctx: ActorContext, only: string): Promise<void> {
  const onError = (error: unknown) =>
    ctx.warn(error, `the restored HTTP request ${only} was not masked again`);
  const { isComplete } = await maskStoredRequests(ctx, { only, onError }).catch((error: unknown) => {
    onError(error);
    return { isComplete: false };
  });
  if (!isComplete) await restartMasking(ctx.db).catch(onError);
}

/**
 * Restores the request as it was deleted, possibly by an earlier release, and masks it by the current rules.
 */
export async function restoreHttpRequestFromTrash(
  ctx: ActorContext,
  { id, name, content, sealed }: TrashRow,
  auditRows: AuditRows | undefined,
): Promise<LostReference[]> {
  const { revision, createdAt, ...rest } = trashedRequests.read(content);
  const restored = await restoreFromTrash(ctx, requestVersions, { id }, auditRows, async () => ({
    rows: [
      newRequestRow(ctx.storeId, id, { ...rest, name, sealed }),
      restoreRequestTimes(id, revision + 1, createdAt),
    ],
    read: () => [],
  }));
  await maskRestored(ctx, id);
  return restored;
}

/** A request in the trash and its versions, with their credentials. */
export async function* readTrashed(
  db: Queries,
  vault: OpenVault,
  { id, name, content, sealed }: TrashRow,
): AsyncGenerator<PlainRequest> {
  const { revision: _revision, createdAt: _createdAt, ...rest } = trashedRequests.read(content);
  yield unsealRequest(vault, { ...rest, id, name, sealed });
  for await (const version of requestVersions.inTrash(db, id)) yield unsealRequest(vault, { id, ...version });
}
