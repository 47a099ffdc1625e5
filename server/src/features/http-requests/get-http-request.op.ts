import { z } from 'zod';
import { etagOf } from '../../kernel/etag.ts';
import { idInput } from '../../kernel/id.ts';
import { operation } from '../../kernel/operation.ts';
import { readOnlyTool } from '../../kernel/tool-annotations.ts';
import { viewHttpRequest } from './http-requests.rules.ts';
import { httpRequest } from './http-requests.schema.ts';
import { requireHttpRequest } from './request-document.ts';
import { unsealRequest } from './save-http-request.ts';

export const getHttpRequest = operation({
  name: 'get_http_request',
  summary: 'Get one HTTP request.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/http-requests/:id' }],
  tool: { name: 'get_http_request', title: 'Get an HTTP request', annotations: readOnlyTool },
  input: z.object({ id: idInput('HTTP request') }),
  output: httpRequest,
  revised: true,
  find: requireHttpRequest,
  async run({ vault }, _input, row) {
    return { value: viewHttpRequest(row, unsealRequest(await vault.unlock(), row)), etag: etagOf(row) };
  },
});
