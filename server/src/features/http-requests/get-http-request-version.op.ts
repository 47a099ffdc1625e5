import { z } from 'zod';
import { idInput } from '../../kernel/id.ts';
import { operation } from '../../kernel/operation.ts';
import { requireVersion } from './require-version.ts';
import { requestVersion, requestVersionInput } from './versions.schema.ts';

export const getHttpRequestVersion = operation({
  name: 'get_http_request_version',
  summary: 'Get one version of an HTTP request, with literal credentials masked.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/http-requests/:id/versions/:version' }],
  tool: null,
  input: z.object({ id: idInput('HTTP request'), version: requestVersionInput }),
  output: requestVersion,
  find: requireVersion,
  async run(_ctx, _input, { version: { sealed: _sealed, ...shown } }) {
    return { value: shown };
  },
});
