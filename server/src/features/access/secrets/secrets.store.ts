import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';

export interface SecretRow {
  name: string;
  description: string;
  hasValue: boolean;
  updatedAt: Date;
}

const MATCHES = containsText('$1', 'name', 'description');

const count = searchRead<{ total: number }>(
  'secrets_count',
  `select count(*) as total from secrets where ${MATCHES}`,
);
const page = searchRead<SecretRow>(
  'secrets_page',
  `select name, description, value is not null as "hasValue", updated_at as "updatedAt"
   from secrets where ${MATCHES} order by updated_at desc, name limit $2 offset $3`,
);
const upsert = statement(
  'secret_set',
  `insert into secrets (store_id, name, description, value) values ($1, $2, coalesce($3, ''), $4)
   on conflict (store_id, name) do update
   set value = excluded.value, description = coalesce($3, secrets.description), updated_at = now()`,
);
const insert = statement<{ name: string }>(
  'secret_insert',
  `insert into secrets (store_id, name, description, value) values ($1, $2, $3, $4)
   on conflict do nothing returning name`,
);
const describe = statement<{ name: string }>(
  'secret_describe',
  'update secrets set description = $2, updated_at = now() where name = $1 returning name',
);
const remove = statement<{ name: string }>(
  'secret_delete',
  'delete from secrets where name = $1 returning name',
);

const sealed = briefRead<{ name: string; value: Buffer | null }>(
  'secrets_sealed',
  'select name, value from secrets where name = any($1)',
);

const valued = briefRead<{ name: string; hasValue: boolean }>(
  'secrets_valued',
  'select name, value is not null as "hasValue" from secrets where name = any($1)',
);

/** Names need no quoting in an array literal. */
const listOf = (names: readonly string[]) => `{${names.join(',')}}`;

const allSealed = briefRead<{ name: string; value: Buffer }>(
  'secrets_all_sealed',
  'select name, value from secrets where value is not null order by updated_at desc, name limit $1',
);

/** The newest of them, still sealed. */
export const readAllSealedSecrets = (db: Queries, most: number) => db.rows(bind(allSealed, most));

/** Values are still sealed. */
export const readSealedSecrets = (db: Queries, names: readonly string[]) =>
  db.rows(bind(sealed, listOf(names)));

/** Those that are there, and whether they have a value. */
export const secretsWithValue = async (db: Queries, names: readonly string[]) =>
  new Map((await db.rows(bind(valued, listOf(names)))).map(({ name, hasValue }) => [name, hasValue]));

export async function pageOfSecrets(db: StoreDatabase, request: PageRequest, q: string | undefined) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, SecretRow]>([
    bind(count, wanted),
    bind(page, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export interface SecretToSet {
  storeId: string;
  name: string;
  /** Absent: the description stays. */
  description: string | undefined;
  sealed: Buffer | null;
}

export const setSecretRow = (db: Queries, { storeId, name, description, sealed }: SecretToSet) =>
  db.rows(bind(upsert, storeId, name, description ?? null, sealed));

/** Whether it is new; an existing one stays unchanged. */
export const insertSecret = async (db: Queries, { storeId, name, description, sealed }: SecretToSet) =>
  (await db.rows(bind(insert, storeId, name, description ?? '', sealed))).length > 0;

/** Whether it is there. */
export const describeSecretRow = async (db: Queries, name: string, description: string) =>
  (await db.rows(bind(describe, name, description))).length > 0;

/** Whether it was there. */
export const deleteSecretRow = async (db: Queries, name: string) =>
  (await db.rows(bind(remove, name))).length > 0;
