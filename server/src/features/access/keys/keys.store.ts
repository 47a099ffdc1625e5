import type { Level } from '../../../kernel/access-levels.ts';
import type { ApiKey } from '../../../kernel/operation.ts';
import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { bind, briefRead, type Queries, type StoreDatabase, statement } from '../../../kernel/ports.ts';

export interface KeyRow extends ApiKey {
  revokedAt: Date | null;
}

type ListedKeyRow = Omit<KeyRow, 'storeId' | 'storeName' | 'suspendedWhy'> & {
  lastUsedAddress: string | null;
};

const selectByHash = briefRead<KeyRow>(
  'key_by_hash',
  `select id, store_id as "storeId", store_name as "storeName", name, prefix, level, created_at as "createdAt",
     expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
     allowed_addresses as "allowedAddresses", suspended_why as "suspendedWhy", recipient_search as "recipientSearch"
   from key_by_hash($1)`,
);
const selectChanged = briefRead<{ hash: Buffer }>('keys_changed', 'select hash from keys_changed_within($1)');
const touch = statement('keys_touch_from', 'select touch_keys($1, $2, $3)');
const storeOf = statement<{ storeId: string | null }>('key_store', 'select store_of_key($1) as "storeId"');

const insert = statement(
  'key_insert',
  `insert into api_keys (store_id, id, name, hash, prefix, level, expires_at, allowed_addresses,
     recipient_search)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const revoke = statement<{ id: string }>(
  'key_revoke',
  `update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()), changed_at = clock_timestamp()
   where id = $1 returning id`,
);
const setLevel = statement<{ id: string }>(
  'key_set_level',
  'update api_keys set level = $2, changed_at = clock_timestamp() where id = $1 returning id',
);

const setAddresses = statement<{ id: string }>(
  'key_set_addresses',
  'update api_keys set allowed_addresses = $2, changed_at = clock_timestamp() where id = $1 returning id',
);
const setRecipientSearch = statement<{ id: string }>(
  'key_set_recipient_search',
  'update api_keys set recipient_search = $2, changed_at = clock_timestamp() where id = $1 returning id',
);
const lock = statement<Omit<ListedKeyRow, 'lastUsedAddress'>>(
  'key_lock',
  `select id, name, prefix, level, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
     revoked_at as "revokedAt", allowed_addresses as "allowedAddresses", recipient_search as "recipientSearch"
   from api_keys where id = $1 for update`,
);
// An owner who has just set the expiry needs no notice.
const endAt = statement<{ endsAt: Date }>(
  'key_end_at',
  `update api_keys set expires_at = least(expires_at, $2), noticed_end = least(expires_at, $2),
     changed_at = clock_timestamp() where id = $1
   returning expires_at as "endsAt"`,
);

const count = statement<{ total: number }>('keys_count', 'select count(*) as total from api_keys');
const page = statement<ListedKeyRow>(
  'keys_page',
  `select id, name, prefix, level, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
     revoked_at as "revokedAt", last_used_address as "lastUsedAddress", allowed_addresses as "allowedAddresses",
     recipient_search as "recipientSearch"
   from api_keys order by revoked_at is not null, created_at desc, id limit $1 offset $2`,
);

/** Active keys first. */
export async function pageOfKeys(db: StoreDatabase, request: PageRequest) {
  const [[counted], rows] = await db.batch<[{ total: number }, ListedKeyRow]>([
    bind(count),
    bind(page, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

const AT_ONCE = 500;

export async function* allKeys(db: Queries): AsyncGenerator<ListedKeyRow> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await db.rows(bind(page, AT_ONCE, offset));
    yield* rows;
    if (rows.length < AT_ONCE) return;
  }
}

/** These four look across stores, through dedicated database functions. */
export const findKeyByHash = async (db: Queries, hash: Buffer) =>
  (await db.rows(bind(selectByHash, hash)))[0] ?? null;

export const findHashesChangedWithin = async (db: Queries, seconds: number) =>
  (await db.rows(bind(selectChanged, seconds))).map((row) => row.hash);

export const findStoreOfKey = async (db: Queries, keyId: string) =>
  (await db.rows(bind(storeOf, keyId)))[0]?.storeId ?? null;

export interface KeyUse {
  at: Date;
  address: string;
}

/** Records the last use of each key; `used` is keyed by key ID. */
export async function markKeysUsed(db: Queries, used: ReadonlyMap<string, KeyUse>) {
  const uses = [...used.values()];
  const times = uses.map(({ at }) => at.toISOString());
  await db.rows(
    bind(
      touch,
      [...used.keys()],
      times,
      uses.map(({ address }) => address),
    ),
  );
}

export interface NewKey {
  storeId: string;
  id: string;
  name: string;
  hash: Buffer;
  prefix: string;
  level: Level;
  expiresAt: Date | null;
  allowedAddresses: readonly string[];
  recipientSearch: boolean;
}

export const insertKey = (db: Queries, key: NewKey) =>
  db.rows(
    bind(
      insert,
      ...[
        key.storeId,
        key.id,
        key.name,
        key.hash,
        key.prefix,
        key.level,
        key.expiresAt,
        key.allowedAddresses,
        key.recipientSearch,
      ],
    ),
  );

/** Returns whether the key exists; revoking it again changes nothing. */
export const revokeKeyRow = async (db: Queries, id: string) => (await db.rows(bind(revoke, id))).length > 0;

export const setKeyLevelRow = async (db: Queries, id: string, level: Level) =>
  (await db.rows(bind(setLevel, id, level))).length > 0;

/** Returns whether the key exists. The change reaches every process within a second. */
export const setKeyAddressesRow = async (db: Queries, id: string, ranges: readonly string[]) =>
  (await db.rows(bind(setAddresses, id, [...ranges]))).length > 0;

export const setKeyRecipientSearchRow = async (db: Queries, id: string, recipientSearch: boolean) =>
  (await db.rows(bind(setRecipientSearch, id, recipientSearch))).length > 0;

/** Locks the key until the transaction ends, and returns it. */
export const lockKey = async (tx: Queries, id: string) => (await tx.rows(bind(lock, id)))[0] ?? null;

/** Makes the key expire at `end`, unless it expires earlier; returns when it expires. */
export const expireKeyBy = async (tx: Queries, id: string, end: Date) =>
  (await tx.rows(bind(endAt, id, end)))[0]?.endsAt ?? end;

const noticeEnding = statement<{ count: number }>(
  'keys_notice_ending',
  'select notice_ending_keys($1, $2) as count',
);
const NOTICED_AT_ONCE = 1000;

/** The app marks keys as expiring for the same number of days. */
export const ENDING_DAYS = 14;

/** Queues one notice to the owners for each key that expires soon, across stores; returns how many. */
export const noticeEndingKeys = async (db: Queries): Promise<number> =>
  (await db.rows(bind(noticeEnding, ENDING_DAYS, NOTICED_AT_ONCE)))[0]?.count ?? 0;
