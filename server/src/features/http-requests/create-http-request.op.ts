import { etagOf } from '../../kernel/etag.ts';
import { operation } from '../../kernel/operation.ts';
import { creatingTool } from '../../kernel/tool-annotations.ts';
import { type RowsOf, writeVersion } from '../documents/save-document.ts';
import {
  applyRequestChange,
  emptyRequest,
  requestSummary,
  requireValidUrl,
  viewHttpRequest,
} from './http-requests.rules.ts';
import { createHttpRequestInput, type HttpRequestRow, httpRequest } from './http-requests.schema.ts';
import { newRequestRow } from './http-requests.store.ts';
import { requireJsonBody, requireLiquid, toStored, withoutMasks } from './save-http-request.ts';
import { requestVersions } from './versions.store.ts';

export const createHttpRequest = operation({
  name: 'create_http_request',
  summary: 'Create an HTTP request.',
  description:
    'Saves a configured outbound call without running it. Use {{ variables.path }} for values from the workflow step and {{ secrets.NAME }} for credentials.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/http-requests' }],
  tool: { name: 'create_http_request', title: 'Create an HTTP request', annotations: creatingTool },
  input: createHttpRequestInput,
  output: httpRequest,
  successes: [201],
  revised: true,
  async run(ctx, input, _found, auditRows) {
    requireValidUrl(input.url);
    await requireLiquid(ctx, input);
    const sent = await withoutMasks(ctx, input, null);
    const plain = applyRequestChange(emptyRequest, sent);
    requireJsonBody(sent, plain);
    const id = ctx.newId();
    const content = await toStored(ctx, await ctx.vault.unlock(), id, plain);
    const made = newRequestRow(ctx.storeId, id, content);
    const write = {
      ...{ rows: [made], summary: requestSummary(null, plain) },
      read: (rowsOf: RowsOf) => rowsOf(made)[0] as HttpRequestRow,
    };
    const row = await writeVersion(ctx, ctx.db, requestVersions, id, write, { auditRows });
    return { value: viewHttpRequest(row, plain), status: 201, etag: etagOf(row) };
  },
});
