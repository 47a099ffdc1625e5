import type { z } from 'zod';
import { aliasedColumns, versionStore } from '../documents/versions.store.ts';
import type { HttpRequestContent } from './http-requests.schema.ts';
import type { requestVersionSummary } from './versions.schema.ts';

const listed = { method: 'method', url: 'url' };
const versionColumns = {
  ...{ name: 'name', description: 'description', headers: 'headers', body: 'body' },
  ...{ timeoutMs: 'timeout_ms', testVariables: 'test_variables', sealed: 'sealed' },
};
/** A version in the trash is the row itself, as JSON. */
const TRASHED = 'trash_versions v, json_populate_record(null::http_request_versions, v.about) r';

/** A version is a copy of the row of the request: masked, next to its sealed content. */
export const requestVersions = versionStore<z.output<typeof requestVersionSummary>, HttpRequestContent>({
  ...{ name: 'http_request', documents: 'http_requests', revision: 'revision' },
  ...{ versions: 'http_request_versions', documentId: 'request_id', listed, kept: versionColumns },
  erasable: { members: ['testVariables', 'sealed'], atOnce: 50 },
  unrecorded: { source: 'api', author: 'key' },
  trash: {
    into: `select v.store_id, v.request_id, v.version, row_to_json(v), '' from http_request_versions v
      where v.request_id = $1`,
    back: `select r.* from ${TRASHED} where v.item_id = $1`,
    read: `select v.version, ${aliasedColumns('r', { ...listed, ...versionColumns })} from ${TRASHED}`,
  },
});
