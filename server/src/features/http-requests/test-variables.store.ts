import type { JsonObject } from '../../kernel/json.ts';
import { bind, type Queries, statement } from '../../kernel/ports.ts';
import { requestVersions } from './versions.store.ts';

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

const after = statement<StoredTestVariables>(
  'test_variables_of_requests',
  `select id, null::integer as version, name, test_variables as "testVariables", sealed from http_requests
   where id > $1 and test_variables is not null order by id limit ${PAGE}`,
);
const set = statement(
  'test_variables_set_of_request',
  'update http_requests set test_variables = $2, sealed = $3 where id = $1',
);

/** Of every request of the store and of its versions. */
export async function* storedTestVariables(db: Queries): AsyncGenerator<StoredTestVariables> {
  for (let last: string | undefined = FIRST_ID; last; ) {
    const rows: StoredTestVariables[] = await db.rows(bind(after, last));
    yield* rows;
    last = rows.at(-1)?.id;
  }
  for await (const { id, version, kept } of requestVersions.all(db))
    if (kept.testVariables !== null) yield { id, version, ...kept };
}

export const setTestVariables = (
  db: Queries,
  { id, version }: StoredTestVariables,
  testVariables: JsonObject,
  sealed: Buffer | null,
) => {
  const values = [JSON.stringify(testVariables), sealed];
  return version === null
    ? db.rows(bind(set, id, ...values))
    : requestVersions.erase(db, { id, version }, values);
};
