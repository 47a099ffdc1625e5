import { createHttpRequest } from '../../../../features/http-requests/create-http-request.op.ts';
import { deleteHttpRequest } from '../../../../features/http-requests/delete-http-request.op.ts';
import { updateHttpRequest } from '../../../../features/http-requests/update-http-request.op.ts';
import { deletedRequest, requests } from '../content/requests.ts';
import type { RunOperation } from './run-operation.ts';

/** Makes the HTTP requests, each with a second version, and returns their ids by key. */
export async function createRequests(ask: RunOperation): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { key, made, changed } of requests.toReversed()) {
    const { id } = await ask<{ id: string }>(createHttpRequest, made);
    await ask(updateHttpRequest, changed, { id });
    ids.set(key, id);
  }
  const { id } = await ask<{ id: string }>(createHttpRequest, deletedRequest);
  await ask(deleteHttpRequest, {}, { id });
  return ids;
}
