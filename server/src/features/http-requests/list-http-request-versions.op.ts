import { z } from 'zod';
import { idInput } from '../../kernel/id.ts';
import { operation } from '../../kernel/operation.ts';
import { pageInput, pageOf, searchInput, toPage } from '../../kernel/page.ts';
import { requireHttpRequest } from './require-http-request.ts';
import { requestVersionSummary } from './versions.schema.ts';
import { pageOfVersions } from './versions.store.ts';

export const listHttpRequestVersions = operation({
  name: 'list_http_request_versions',
  summary: 'List the saved versions of an HTTP request, newest first.',
  description: 'The newest 25 are kept. Restoring one is done in the app.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/http-requests/:id/versions' }],
  tool: null,
  input: z.object({ id: idInput('HTTP request'), ...pageInput, ...searchInput('summary and author') }),
  output: pageOf(requestVersionSummary),
  find: requireHttpRequest,
  async run(ctx, { q, id: _id, ...request }, { id }) {
    const { rows, total } = await pageOfVersions(ctx.db, id, request, q);
    return { value: toPage(request, rows, total) };
  },
});
