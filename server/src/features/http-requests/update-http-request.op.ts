import { z } from 'zod';
import { notFound } from '../../kernel/error.ts';
import { etagOf, requireMatch } from '../../kernel/etag.ts';
import { idInput } from '../../kernel/id.ts';
import { operation } from '../../kernel/operation.ts';
import { changing } from '../../kernel/tool-annotations.ts';
import { applied, requireAddress } from './http-requests.rules.ts';
import { httpRequest, updateHttpRequestInput } from './http-requests.schema.ts';
import { changeHttpRequest, lockHttpRequest } from './http-requests.store.ts';
import { viewHttpRequest } from './http-requests.view.ts';
import { requireHttpRequest } from './require-http-request.ts';
import { fromStored, requireJsonBody, requireLiquid, toStored } from './save-http-request.ts';
import { resolveMasks } from './unresolved-masks.rules.ts';

export const updateHttpRequest = operation({
  name: 'update_http_request',
  summary: 'Change an HTTP request; only the members sent change.',
  description:
    'A sent object (headers, testVariables) replaces the old one whole. A masked value (********) sent back keeps what is stored at its place; anywhere else it is refused.',
  access: 'write',
  budget: 'request',
  rest: [
    { method: 'PUT', path: '/http-requests/:id' },
    { method: 'PATCH', path: '/http-requests/:id' },
  ],
  tool: { name: 'update_http_request', title: 'Change an HTTP request', annotations: changing },
  input: z.object({ id: idInput('HTTP request'), ...updateHttpRequestInput.shape }),
  output: httpRequest,
  revised: true,
  find: requireHttpRequest,
  etagOf,
  async run(ctx, { id: _id, ...sent }, { id }) {
    requireAddress(sent.url);
    await requireLiquid(ctx, sent);
    const vault = await ctx.vault.unlock();
    const row = await ctx.db.transaction(async (tx) => {
      const current = await lockHttpRequest(tx, id);
      if (!current) throw notFound();
      // Checked again under the lock: another writer may have been faster.
      requireMatch(ctx.ifMatch, etagOf(current));
      const stored = fromStored(vault, current);
      const next = applied(stored, resolveMasks(sent, stored));
      requireJsonBody(sent, next);
      return changeHttpRequest(tx, id, toStored(vault, id, next));
    });
    return { value: viewHttpRequest(row), etag: etagOf(row) };
  },
});
