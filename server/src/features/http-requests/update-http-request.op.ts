import { z } from 'zod';
import { etagOf } from '../../kernel/etag.ts';
import { idInput } from '../../kernel/id.ts';
import { operation } from '../../kernel/operation.ts';
import { updatingTool } from '../../kernel/tool-annotations.ts';
import { requireValidUrl, viewHttpRequest } from './http-requests.rules.ts';
import { httpRequest, updateHttpRequestInput } from './http-requests.schema.ts';
import { requireHttpRequest, versionsOfRequest } from './request-document.ts';
import { changedRequest, requireLiquid, saveHttpRequest } from './save-http-request.ts';

export const updateHttpRequest = operation({
  name: 'update_http_request',
  summary: 'Change an HTTP request. Fields that you do not send stay as they are.',
  description:
    'An object that you send (headers, testVariables) replaces the stored one as a whole. A masked value (********) sent back keeps the value stored in that place; anywhere else, it is rejected. If you change the host, credentials that you do not send again are not sent to the new host, and `warnings` names them.',
  access: 'write',
  budget: 'request',
  rest: [
    { method: 'PUT', path: '/http-requests/:id' },
    { method: 'PATCH', path: '/http-requests/:id', id: 'patch_http_request' },
  ],
  tool: { name: 'update_http_request', title: 'Change an HTTP request', annotations: updatingTool },
  input: z.object({ id: idInput('HTTP request'), ...updateHttpRequestInput.shape }),
  output: httpRequest,
  revised: true,
  find: requireHttpRequest,
  etagOf,
  changedSince: versionsOfRequest.changedSince,
  async run(ctx, { id: _id, ...sent }, found, auditRows) {
    requireValidUrl(sent.url);
    await requireLiquid(ctx, sent);
    const { row, plain } = await saveHttpRequest(ctx, found, {
      change: (stored) => changedRequest(ctx, sent, stored),
      auditRows,
    });
    return { value: viewHttpRequest(row, plain), etag: etagOf(row) };
  },
});
