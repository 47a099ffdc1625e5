import { bind, type Queries, statement } from '../../kernel/ports.ts';
import type { HttpRequestContent } from './http-requests.schema.ts';

/** A request or one of its versions as it is stored. */
export interface StoredContent extends HttpRequestContent {
  id: string;
  /** `null` for the request itself. */
  version: number | null;
  /** Changes with every write to the row, including those that are not recorded as versions. */
  seen: string;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const CONTENT = `name, description, method, url, headers, body, timeout_ms as "timeoutMs",
  test_variables as "testVariables", sealed, xmin::text as seen`;
const SET = `set name = $3, description = $4, url = $5, headers = $6, body = $7, test_variables = $8, sealed = $9`;

// One at a time: each may have megabytes.
const requestAfter = statement<StoredContent>(
  'http_requests_to_mask',
  `select id, null::integer as version, ${CONTENT} from http_requests
   where id > $1 and ($2::uuid is null or id = $2) order by id limit 1`,
);
const versionAfter = statement<StoredContent>(
  'http_request_versions_to_mask',
  `select request_id as id, version, ${CONTENT} from http_request_versions
   where (request_id, version) > ($1, $3::integer) and ($2::uuid is null or request_id = $2)
   order by request_id, version limit 1`,
);
const setRequest = statement<{ id: string }>(
  'http_request_mask',
  `update http_requests ${SET} where id = $1 and xmin::text = $2 returning id`,
);
const setVersion = statement<{ id: string }>(
  'http_request_version_mask',
  `update http_request_versions ${SET} where request_id = $1 and xmin::text = $2 and version = $10
   returning request_id as id`,
);

/** The content of one request or of all, with their versions. */
export async function* storedContents(db: Queries, only: string | null): AsyncGenerator<StoredContent> {
  for (let id = FIRST_ID; ; ) {
    const [row] = await db.rows(bind(requestAfter, id, only));
    if (!row) break;
    yield row;
    id = row.id;
  }
  let last: Pick<StoredContent, 'id' | 'version'> = { id: FIRST_ID, version: 0 };
  for (;;) {
    const [row] = await db.rows(bind(versionAfter, last.id, only, last.version));
    if (!row) break;
    yield row;
    last = { id: row.id, version: row.version };
  }
}

const restart = statement(
  'masking_restart',
  'update stores set requests_masked_by = 0, requests_masked_at = null',
);

/** Makes the worker go through the requests of the store in scope again, at its next run. */
export const restartMasking = (db: Queries) => db.rows(bind(restart));

/** False if the row has changed since it was read. */
export async function writeMasked(
  db: Queries,
  { id, version, seen }: StoredContent,
  { name, description, url, headers, body, testVariables, sealed }: HttpRequestContent,
): Promise<boolean> {
  const texts = [JSON.stringify(headers), JSON.stringify(body), JSON.stringify(testVariables)];
  const values = [id, seen, name, description, url, ...texts, sealed];
  const query = version === null ? bind(setRequest, ...values) : bind(setVersion, ...values, version);
  return (await db.rows(query)).length > 0;
}
