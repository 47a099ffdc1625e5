import { holds, offsetOf, type PageRequest } from '../../kernel/page.ts';
import {
  type Bound,
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  statement,
} from '../../kernel/ports.ts';
import type { HttpRequestContent } from './http-requests.schema.ts';

/** spec: Limits, saved versions kept. */
const KEPT = 25;

export interface VersionMark {
  source: 'api' | 'app' | 'mcp' | 'restore';
  author: { type: 'key' | 'user'; name: string };
  summary: string;
}

export interface RequestVersionSummaryRow extends VersionMark {
  version: number;
  method: HttpRequestContent['method'];
  url: string;
  createdAt: Date;
}

export interface RequestVersionRow extends RequestVersionSummaryRow {
  request: Omit<HttpRequestContent, 'sealed'>;
  sealed: Buffer | null;
}

const CONTENT = 'name, description, method, url, headers, body, timeout_ms, test_variables, sealed';
const SUMMARY = `version, source, json_build_object('type', author_type, 'name', author_name) as author, summary, method,
  url, created_at as "createdAt"`;
const MATCHES = `request_id = $1 and ${holds('$2', 'summary', 'author_name')}`;

const insert = statement<never>(
  'http_request_version_insert',
  `insert into http_request_versions
     (store_id, request_id, version, source, author_type, author_name, summary, ${CONTENT})
   select store_id, id, revision, $2, $3, $4, $5, ${CONTENT} from http_requests where id = $1`,
);
const insertUnrecorded = statement<never>(
  'http_request_version_unrecorded',
  `insert into http_request_versions
     (store_id, request_id, version, source, author_type, author_name, summary, ${CONTENT}, created_at)
   select store_id, id, revision, 'api', 'key', '', 'As it was before versions were kept', ${CONTENT}, updated_at
   from http_requests where id = $1
   on conflict do nothing`,
);
const prune = statement<never>(
  'http_request_versions_prune',
  `delete from http_request_versions v using http_requests r
   where r.id = $1 and v.request_id = r.id and v.version <= r.revision - ${KEPT}`,
);
const count = statement<{ total: number }>(
  'http_request_versions_count',
  `select count(*) as total from http_request_versions where ${MATCHES}`,
);
const page = statement<RequestVersionSummaryRow>(
  'http_request_versions_page',
  `select ${SUMMARY} from http_request_versions where ${MATCHES} order by version desc limit $3 offset $4`,
);
const selectOne = briefRead<RequestVersionSummaryRow & HttpRequestContent>(
  'http_request_version_get',
  `select ${SUMMARY}, name, description, headers, body, timeout_ms as "timeoutMs",
     test_variables as "testVariables", sealed
   from http_request_versions where request_id = $1 and version = $2`,
);

/** A version in the trash is the row itself, as JSON. */
const intoTrash = statement<never>(
  'trash_http_request_versions',
  `insert into trash_versions (store_id, item_id, version, about, snapshot)
   select v.store_id, v.request_id, v.version, row_to_json(v), '' from http_request_versions v where v.request_id = $1`,
);
const outOfTrash = statement<never>(
  'trash_http_request_versions_back',
  `insert into http_request_versions
   select r.* from trash_versions v, json_populate_record(null::http_request_versions, v.about) r where v.item_id = $1`,
);
const trashedAfter = statement<HttpRequestContent & { version: number }>(
  'trash_http_request_version_after',
  `select v.version, r.name, r.description, r.method, r.url, r.headers, r.body, r.timeout_ms as "timeoutMs",
     r.test_variables as "testVariables", r.sealed
   from trash_versions v, json_populate_record(null::http_request_versions, v.about) r
   where v.item_id = $1 and v.version > $2 order by v.version limit 1`,
);

/** Before a write: what a process of an earlier release wrote last can be gone back to as well. */
export const unrecordedVersion = (id: string): Bound<never> => bind(insertUnrecorded, id);

/** Records what was just written in this transaction as a version, and drops those too old. */
export const versionRows = (id: string, { source, author, summary }: VersionMark): Bound<never>[] => [
  bind(insert, id, source, author.type, author.name, summary),
  bind(prune, id),
];

/** Newest first. */
export async function pageOfVersions(
  db: StoreDatabase,
  id: string,
  request: PageRequest,
  q: string | undefined,
) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, RequestVersionSummaryRow]>([
    bind(count, id, wanted),
    bind(page, id, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findVersion(
  db: Queries,
  id: string,
  version: number,
): Promise<RequestVersionRow | null> {
  const [row] = await db.rows(bind(selectOne, id, version));
  if (!row) return null;
  const { version: number, source, author, summary, createdAt, sealed, ...request } = row;
  const { method, url } = request;
  return { version: number, source, author, summary, method, url, createdAt, request, sealed };
}

export const versionsIntoTrash = (id: string) => bind(intoTrash, id);
export const versionsOutOfTrash = (id: string) => bind(outOfTrash, id);

/** The versions of a request in the trash, from the oldest on. */
export async function* trashedVersions(db: Queries, id: string): AsyncGenerator<HttpRequestContent> {
  for (let last = 0; ; ) {
    const [row]: (HttpRequestContent & { version: number })[] = await db.rows(bind(trashedAfter, id, last));
    if (!row) return;
    const { version, ...content } = row;
    yield content;
    last = version;
  }
}
