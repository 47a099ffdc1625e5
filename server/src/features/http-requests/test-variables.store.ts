import type { JsonObject } from '../../kernel/json.ts';
import { bind, type Queries, statement } from '../../kernel/ports.ts';
import { requestVersions } from './versions.store.ts';

/** Test variables of a request, or of one of its versions. */
export interface StoredTestVariables {
  id: string;
  /** `null` for the request itself. */
  version: number | null;
  /** Changes with every write to the row. */
  seen: string;
  name: string;
  testVariables: JsonObject;
  sealed: Buffer | null;
}

const PAGE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const after = statement<StoredTestVariables>(
  'test_variables_of_requests',
  `select id, null::integer as version, xmin::text as seen, name, test_variables as "testVariables", sealed
   from http_requests where id > $1 and test_variables is not null order by id limit ${PAGE}`,
);
const set = statement<{ id: string }>(
  'test_variables_set_of_request',
  'update http_requests set test_variables = $3, sealed = $4 where id = $1 and xmin::text = $2 returning id',
);

/** The test variables of every request of the store and of its versions. */
export async function* storedTestVariables(db: Queries): AsyncGenerator<StoredTestVariables> {
  for (let last: string | undefined = FIRST_ID; last; ) {
    const rows: StoredTestVariables[] = await db.rows(bind(after, last));
    yield* rows;
    last = rows.at(-1)?.id;
  }
  for await (const { kept, ...row } of requestVersions.all(db))
    if (kept.testVariables !== null) yield { ...row, ...kept };
}

/** False if the row has changed since it was read. */
export async function setTestVariables(
  db: Queries,
  { id, version, seen }: StoredTestVariables,
  testVariables: JsonObject,
  sealed: Buffer | null,
): Promise<boolean> {
  const values = [JSON.stringify(testVariables), sealed];
  if (version !== null) return requestVersions.erase(db, { id, version, seen }, values);
  return (await db.rows(bind(set, id, seen, ...values))).length > 0;
}
