import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import type { SecretPermissions } from './secret-permissions.rules.ts';
import { MAX_SECRETS } from './secrets.schema.ts';

export interface SecretRow extends SecretPermissions {
  name: string;
  description: string;
  hasValue: boolean;
  hosts: string[] | null;
  updatedAt: Date;
}

const PERMISSIONS = 'hosts, allow_in_email as "allowInEmail"';

const MATCHES = containsText('$1', 'name', 'description');

const count = searchRead<{ total: number }>(
  'secrets_count',
  `select count(*) as total from secrets where ${MATCHES}`,
);
const page = searchRead<SecretRow>(
  'secrets_page',
  `select name, description, value is not null as "hasValue", ${PERMISSIONS}, updated_at as "updatedAt"
   from secrets where ${MATCHES} order by updated_at desc, name limit $2 offset $3`,
);
const upsert = statement<SecretPermissions>(
  'secret_set',
  `insert into secrets (store_id, name, description, value, hosts, allow_in_email)
   values ($1, $2, coalesce($3, ''), $4, $5::text[], coalesce($6, true))
   on conflict (store_id, name) do update
   set value = excluded.value, description = coalesce($3, secrets.description),
     hosts = case when $7 then excluded.hosts else secrets.hosts end,
     allow_in_email = coalesce($6, secrets.allow_in_email), updated_at = now()
   returning ${PERMISSIONS}`,
);
const revalue = statement<{ name: string }>(
  'secret_revalue',
  'update secrets set value = $2, updated_at = now() where name = $1 returning name',
);
const insert = statement<{ name: string }>(
  'secret_insert',
  `insert into secrets (store_id, name, description, value, hosts, allow_in_email)
   values ($1, $2, $3, $4, $5::text[], $6) on conflict do nothing returning name`,
);
const permit = statement<{ name: string }>(
  'secret_permit',
  'update secrets set hosts = $2::text[], allow_in_email = $3, updated_at = now() where name = $1 returning name',
);
const describe = statement<{ name: string }>(
  'secret_describe',
  'update secrets set description = $2, updated_at = now() where name = $1 returning name',
);
const room = statement<{ used: number }>(
  'secrets_room',
  `select count(*)::int as used from secrets
   where not exists (select from secrets where name = $1)`,
);
const remove = statement<{ name: string }>(
  'secret_delete',
  'delete from secrets where name = $1 returning name',
);

const sealed = briefRead<SecretPermissions & { name: string; value: Buffer | null }>(
  'secrets_sealed',
  `select name, value, ${PERMISSIONS} from secrets where name = any($1)`,
);

const valued = briefRead<SecretPermissions & { name: string; hasValue: boolean }>(
  'secrets_valued',
  `select name, value is not null as "hasValue", ${PERMISSIONS} from secrets where name = any($1)`,
);

/** Neither names nor patterns of hosts contain quotes or backslashes. */
const listOf = (items: readonly string[]) => `{${items.map((item) => `"${item}"`).join(',')}}`;

const allSealed = briefRead<{ name: string; value: Buffer }>(
  'secrets_all_sealed',
  'select name, value from secrets where value is not null',
);

/** The secrets that have a value; their values are still sealed. */
export const readAllSealedSecrets = (db: Queries) => db.rows(bind(allSealed));

/** Values are still sealed. */
export const readSealedSecrets = (db: Queries, names: readonly string[]) =>
  db.rows(bind(sealed, listOf(names)));

/** The named secrets that exist: whether they have a value, and where it may go. */
export const secretsByName = async (db: Queries, names: readonly string[]) =>
  new Map((await db.rows(bind(valued, listOf(names)))).map((row) => [row.name, row]));

export async function pageOfSecrets(db: StoreDatabase, request: PageRequest, q: string | undefined) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, SecretRow]>([
    bind(count, wanted),
    bind(page, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

interface SealedSecret {
  storeId: string;
  name: string;
  sealed: Buffer | null;
}

export interface NewSecret extends SealedSecret, SecretPermissions {
  sealed: Buffer;
  description: string;
}

/** Absent members are kept; in a new secret, they add no restriction. */
export interface SecretToSet extends SealedSecret, Partial<SecretPermissions> {
  description?: string | undefined;
}

/**
 * Masking searches for every secret, so their number is limited (contract: Senders, secrets, files 3). Writers at the
 * same time may exceed it slightly.
 */
export async function requireRoomForSecret(db: Queries, name: string): Promise<void> {
  const [row] = await db.rows(bind(room, name));
  if ((row?.used ?? 0) >= MAX_SECRETS)
    throw invalidField('limit', message('limit_secrets', { count: MAX_SECRETS }));
}

const patternsOf = (hosts: readonly string[] | null) => (hosts === null ? null : listOf(hosts));

/** Returns the new permissions of the secret. */
export async function setSecretRow(db: Queries, secret: SecretToSet): Promise<SecretPermissions> {
  const { storeId, name, description = null, sealed, hosts, allowInEmail = null } = secret;
  const patterns = patternsOf(hosts ?? null);
  const [row] = await db.rows(
    bind(upsert, storeId, name, description, sealed, patterns, allowInEmail, hosts !== undefined),
  );
  return row as SecretPermissions;
}

/** Returns whether the secret exists. */
export const setSecretValue = async (db: Queries, { name, sealed }: Pick<SealedSecret, 'name' | 'sealed'>) =>
  (await db.rows(bind(revalue, name, sealed))).length > 0;

/** Returns whether the secret is new; an existing one is kept unchanged. */
export const insertSecret = async (db: Queries, secret: NewSecret) => {
  const { storeId, name, description, sealed, hosts, allowInEmail } = secret;
  const row = bind(insert, storeId, name, description, sealed, patternsOf(hosts), allowInEmail);
  return (await db.rows(row)).length > 0;
};

/** Returns whether the secret exists. */
export const permitSecretRow = async (
  db: Queries,
  name: string,
  { hosts, allowInEmail }: SecretPermissions,
) => (await db.rows(bind(permit, name, patternsOf(hosts), allowInEmail))).length > 0;

/** Returns whether the secret exists. */
export const describeSecretRow = async (db: Queries, name: string, description: string) =>
  (await db.rows(bind(describe, name, description))).length > 0;

/** Returns whether the secret existed. */
export const deleteSecretRow = async (db: Queries, name: string) =>
  (await db.rows(bind(remove, name))).length > 0;
