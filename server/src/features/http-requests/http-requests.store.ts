import { containsText, offsetOf, type PageRequest } from '../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../kernel/ports.ts';
import type { HttpRequestContent, HttpRequestRow, HttpRequestSummaryRow } from './http-requests.schema.ts';

const TIMES = 'created_at as "createdAt", updated_at as "updatedAt"';
const SUMMARY = `id, name, description, method, url, timeout_ms as "timeoutMs", ${TIMES}`;
const COLUMNS = `id, name, description, method, url, headers, body, timeout_ms as "timeoutMs",
  test_variables as "testVariables", ${TIMES}, sealed, revision`;
const MATCHES = containsText('$1', 'name', 'description', 'url');

const selectOne = briefRead<HttpRequestRow>(
  'http_request_get',
  `select ${COLUMNS} from http_requests where id = $1`,
);
const lockOne = statement<HttpRequestRow>('http_request_lock', `${selectOne.text} for update`);
const count = searchRead<{ total: number }>(
  'http_requests_count',
  `select count(*) as total from http_requests where ${MATCHES}`,
);
const page = searchRead<HttpRequestSummaryRow>(
  'http_requests_page',
  `select ${SUMMARY} from http_requests where ${MATCHES} order by updated_at desc, id desc limit $2 offset $3`,
);
const insert = statement<HttpRequestRow>(
  'http_request_insert',
  `insert into http_requests
     (store_id, id, name, description, method, url, headers, body, timeout_ms, test_variables, sealed)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   returning ${COLUMNS}`,
);
const update = statement<HttpRequestRow>(
  'http_request_update',
  `update http_requests
   set name = $2, description = $3, method = $4, url = $5, headers = $6, body = $7, timeout_ms = $8,
     test_variables = $9, sealed = $10, revision = revision + 1, updated_at = clock_timestamp()
   where id = $1
   returning ${COLUMNS}`,
);
const remove = statement<{ id: string }>(
  'http_request_delete',
  'delete from http_requests where id = $1 and ($2::integer is null or revision = $2) returning id',
);
const restoreTimes = statement<never>(
  'http_request_as_it_was',
  'update http_requests set revision = $2, created_at = $3 where id = $1',
);

export const findHttpRequest = async (db: Queries, id: string) =>
  (await db.rows(bind(selectOne, id)))[0] ?? null;

/** The row, locked until the transaction ends. */
export const lockHttpRequest = async (tx: Queries, id: string) =>
  (await tx.rows(bind(lockOne, id)))[0] ?? null;

export async function pageOfHttpRequests(db: StoreDatabase, request: PageRequest, q: string | undefined) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, HttpRequestSummaryRow]>([
    bind(count, wanted),
    bind(page, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

const contentValues = (content: HttpRequestContent) => [
  content.name,
  content.description,
  content.method,
  content.url,
  JSON.stringify(content.headers),
  JSON.stringify(content.body),
  content.timeoutMs,
  JSON.stringify(content.testVariables),
  content.sealed,
];

export const newRequestRow = (storeId: string, id: string, content: HttpRequestContent) =>
  bind(insert, storeId, id, ...contentValues(content));

export const changedRequestRow = (id: string, content: HttpRequestContent) =>
  bind(update, id, ...contentValues(content));

/** Returns whether the request existed, at the given revision if there is one. */
export const deleteHttpRequestRow = async (db: Queries, id: string, revision: number | null) =>
  (await db.rows(bind(remove, id, revision))).length > 0;

/** For a request that was inserted again, restores its revision and its creation time. */
export const restoreRequestTimes = (id: string, revision: number, createdAt: string) =>
  bind(restoreTimes, id, revision, createdAt);
