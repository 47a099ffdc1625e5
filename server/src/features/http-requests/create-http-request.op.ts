import { etagOf } from '../../kernel/etag.ts';
import { operation } from '../../kernel/operation.ts';
import { creating } from '../../kernel/tool-annotations.ts';
import { applied, emptyRequest, requireAddress } from './http-requests.rules.ts';
import { createHttpRequestInput, httpRequest } from './http-requests.schema.ts';
import { insertHttpRequest } from './http-requests.store.ts';
import { viewHttpRequest } from './http-requests.view.ts';
import { authorOf, requireJsonBody, requireLiquid, toStored, withoutMasks } from './save-http-request.ts';
import { requestSummary } from './versions.rules.ts';
import { versionRows } from './versions.store.ts';

export const createHttpRequest = operation({
  name: 'create_http_request',
  summary: 'Create an HTTP request.',
  description:
    'Saves a configured outbound call; it does not run it. Use {{ variables.path }} for values of the workflow step and {{ secrets.NAME }} for credentials.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/http-requests' }],
  tool: { name: 'create_http_request', title: 'Create an HTTP request', annotations: creating },
  input: createHttpRequestInput,
  output: httpRequest,
  successes: [201],
  revised: true,
  async run(ctx, input, _found, auditRows) {
    requireAddress(input.url);
    await requireLiquid(ctx, input);
    const sent = await withoutMasks(ctx, input, null);
    const plain = applied(emptyRequest, sent);
    requireJsonBody(sent, plain);
    const id = ctx.newId();
    const content = await toStored(ctx, await ctx.vault.unlock(), id, plain);
    const mark = { source: ctx.via, author: authorOf(ctx), summary: requestSummary(null, plain) };
    const row = await insertHttpRequest(ctx.db, ctx.storeId, id, content, [
      ...versionRows(id, mark),
      ...(auditRows?.({ id }) ?? []),
    ]);
    return { value: viewHttpRequest(row), status: 201, etag: etagOf(row) };
  },
});
