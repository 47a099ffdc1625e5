import { z } from 'zod';
import { appOperation, operation, type PersonContext } from '../../kernel/operation.ts';
import { viewHttpRequest } from './http-requests.rules.ts';
import { httpRequest } from './http-requests.schema.ts';
import { findHttpRequest } from './http-requests.store.ts';
import { versionsOfRequest } from './request-document.ts';
import { saveHttpRequest } from './save-http-request.ts';
import { keptRequestVersion, requestVersion, requestVersionSummary } from './versions.schema.ts';

export const listHttpRequestVersions = operation({
  name: 'list_http_request_versions',
  summary: 'List the saved versions of an HTTP request, newest first.',
  description: 'The newest 25 are kept. Versions can be restored in the app.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/http-requests/:id/versions' }],
  tool: null,
  ...versionsOfRequest.list(requestVersionSummary, 'summary and author'),
});

export const listKeptHttpRequestVersions = appOperation({
  name: 'list_kept_http_request_versions',
  summary:
    'List the versions of an HTTP request that are kept beyond the newest 25 or have a name, newest first.',
  app: [{ method: 'GET', path: '/http-requests/:id/kept-versions', role: 'viewer' }],
  ...versionsOfRequest.listKept(keptRequestVersion),
});

export const nameHttpRequestVersion = appOperation({
  name: 'name_http_request_version',
  summary: 'Name a version of an HTTP request, so that it is kept.',
  app: [{ method: 'PUT', path: '/http-requests/:id/versions/:version/label', role: 'editor' }],
  ...versionsOfRequest.nameVersion,
});

export const getHttpRequestVersion = operation({
  name: 'get_http_request_version',
  summary: 'Get one version of an HTTP request, with literal credentials masked.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/http-requests/:id/versions/:version' }],
  tool: null,
  ...versionsOfRequest.get(requestVersion, ({ sealed: _sealed, ...request }) => ({ request })),
});

export const compareHttpRequestVersion = appOperation({
  name: 'compare_http_request_version',
  summary: 'Compare a version of an HTTP request with the current request.',
  description: 'Credentials are compared too, but shown masked.',
  app: [{ method: 'GET', path: '/http-requests/:id/versions/:version/changes', role: 'viewer' }],
  ...versionsOfRequest.compareWithCurrent,
});

export const restoreHttpRequestVersion = appOperation({
  name: 'restore_http_request_version',
  summary: 'Restore a version of an HTTP request, including its credentials.',
  app: [{ method: 'POST', path: '/http-requests/:id/versions/:version/restore', role: 'editor' }],
  ...versionsOfRequest.restore({
    output: z.object({ restored: z.int(), version: z.int(), request: httpRequest }),
    find: findHttpRequest,
    keyOf: (row) => row,
    async save(ctx: PersonContext, row, value, note) {
      const saved = await saveHttpRequest(ctx, row, { ...note, change: () => value });
      return { revision: saved.row.revision, shown: { request: viewHttpRequest(saved.row, saved.plain) } };
    },
  }),
});
