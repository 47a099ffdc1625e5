import { z } from 'zod';
import { idInput } from '../../kernel/id.ts';
import { nameSchema } from '../../kernel/named-schema.ts';
import { operation } from '../../kernel/operation.ts';
import { findReach } from '../documents/find-reach.ts';
import { reachMembers } from '../documents/reach.schema.ts';
import { requireHttpRequest } from './request-document.ts';

const requestReach = z.object(reachMembers);
nameSchema('HttpRequestReach', requestReach);

/** The steps and runs that a change of a request affects (contract: HTTP requests 13). */
export const getHttpRequestReach = operation({
  name: 'get_http_request_reach',
  summary: 'Get the impact of changing an HTTP request: workflow steps, and runs of the last 30 days.',
  description:
    'Call this before you change or delete a request. `steps` lists the steps that use it now; they fail once it is deleted.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/http-requests/:id/reach' }],
  tool: null,
  input: z.object({ id: idInput('HTTP request') }),
  output: requestReach,
  find: requireHttpRequest,
  async run(ctx, _input, { id }) {
    return { value: (await findReach(ctx, 'HTTP_REQUEST', [id])).reach };
  },
});
