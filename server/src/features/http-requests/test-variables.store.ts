import type { JsonObject } from '../../kernel/json.ts';
import { bind, type Queries, statement } from '../../kernel/ports.ts';

/** Test variables of a request, or of one of its versions. */
export interface StoredTestVariables {
  id: string;
  /** `null` for the request itself. */
  version: number | null;
  name: string;
  testVariables: JsonObject;
  sealed: Buffer | null;
}

const PAGE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const ofRequests = statement<StoredTestVariables>(
  'test_variables_of_requests',
  `select id, null::integer as version, name, test_variables as "testVariables", sealed from http_requests
   where id > $1 and $2 = 0 and test_variables is not null order by id limit ${PAGE}`,
);
const ofVersions = statement<StoredTestVariables>(
  'test_variables_of_request_versions',
  `select request_id as id, version, name, test_variables as "testVariables", sealed from http_request_versions
   where (request_id, version) > ($1, $2::integer) and test_variables is not null
   order by request_id, version limit ${PAGE}`,
);
const setOfRequest = statement(
  'test_variables_set_of_request',
  'update http_requests set test_variables = $2, sealed = $3 where id = $1',
);
const setOfVersion = statement(
  'test_variables_set_of_request_version',
  'update http_request_versions set test_variables = $2, sealed = $3 where request_id = $1 and version = $4',
);

/** Of every request of the store and of its versions, page by page. */
export async function* storedTestVariables(db: Queries): AsyncGenerator<StoredTestVariables[]> {
  for (const query of [ofRequests, ofVersions])
    for (let [id, version] = [FIRST_ID, 0]; ; ) {
      const rows: StoredTestVariables[] = await db.rows(bind(query, id, version));
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      [id, version] = [last.id, last.version ?? 0];
    }
}

export const setTestVariables = (
  db: Queries,
  { id, version }: StoredTestVariables,
  testVariables: JsonObject,
  sealed: Buffer | null,
) => {
  const values = [id, JSON.stringify(testVariables), sealed];
  return db.rows(version === null ? bind(setOfRequest, ...values) : bind(setOfVersion, ...values, version));
};
