import { operation } from '../../kernel/operation.ts';
import { updatingTool } from '../../kernel/tool-annotations.ts';
import { documentDeletion } from '../documents/trash-document.ts';
import { deleteHttpRequestRow } from './http-requests.store.ts';
import { requestKind } from './request-document.ts';
import { trashedRequest } from './trash-http-request.ts';

export const deleteHttpRequest = operation({
  name: 'delete_http_request',
  summary: 'Delete an HTTP request.',
  description:
    'A delete is never blocked; a warning shows how many workflow steps still use the request. People can restore it in the app for 30 days.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'DELETE', path: '/http-requests/:id' }],
  tool: { name: 'delete_http_request', title: 'Delete an HTTP request', annotations: updatingTool },
  ...documentDeletion(requestKind, {
    kind: 'http-request',
    trashed: trashedRequest,
    remove: async (_ctx, tx, { id }, revision) =>
      (await deleteHttpRequestRow(tx, id, revision)) ? { closing: [] } : null,
  }),
});
