import { z } from 'zod';
import { operation } from '../../kernel/operation.ts';
import { pageInput, pageOf, searchInput, toPage } from '../../kernel/page.ts';
import { readOnlyTool } from '../../kernel/tool-annotations.ts';
import { httpRequestSummary } from './http-requests.schema.ts';
import { pageOfHttpRequests } from './http-requests.store.ts';

export const listHttpRequests = operation({
  name: 'list_http_requests',
  summary: 'List HTTP requests, newest change first.',
  description: 'Returns summaries without headers, body and test variables; get a single request for these.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/http-requests' }],
  tool: { name: 'list_http_requests', title: 'List HTTP requests', annotations: readOnlyTool },
  input: z.object({ ...pageInput, ...searchInput('name, description and url') }),
  output: pageOf(httpRequestSummary),
  async run(ctx, { q, ...request }) {
    const { rows, total } = await pageOfHttpRequests(ctx.db, request, q);
    return { value: toPage(request, rows, total) };
  },
});
