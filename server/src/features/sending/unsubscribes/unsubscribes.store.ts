import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import type { KnownAddress, UnsubscribeRow, UnsubscribeSource } from './unsubscribes.schema.ts';

const unsubscribedAmong = briefRead<{ mac: Buffer }>(
  'unsubscribes_among',
  'select address_mac as mac from unsubscribes where address_mac = any($1::bytea[])',
);
// Inserts in a fixed order, so that two concurrent imports cannot deadlock.
const insert = statement<{ mac: Buffer }>(
  'unsubscribes_insert',
  `insert into unsubscribes (store_id, address_mac, address, source)
   select $1, mac, address, $2 from unnest($3::bytea[], $4::text[]) as given (mac, address)
   order by mac
   on conflict do nothing
   returning address_mac as mac`,
);
const lock = statement(
  'unsubscribes_import_lock',
  "select pg_advisory_xact_lock(hashtextextended('unsubscribes ' || $1::text, 0))",
);
const remove = statement<{ mac: Buffer }>(
  'unsubscribe_remove',
  'delete from unsubscribes where address_mac = $1 returning address_mac as mac',
);
const erase = statement(
  'unsubscribe_erase',
  'update unsubscribes set address = null where ($1::bytea is null or address_mac = $1) and address is not null',
);

const page = statement<UnsubscribeRow & { mac: Buffer }>(
  'unsubscribes_page',
  `select address_mac as mac, address, source, created_at as "createdAt" from unsubscribes
   where address_mac > $1 and address is not null order by address_mac limit $2`,
);

const ofMacs = briefRead<{ since: Date; source: string }>(
  'unsubscribe_of',
  'select created_at as since, source from unsubscribes where address_mac = any($1::bytea[]) order by created_at limit 1',
);

/** Since when and how one of these addresses was unsubscribed. */
export const unsubscribeOf = async (db: Queries, macs: readonly Buffer[]) =>
  (await db.rows(bind(ofMacs, macs.map(bytesText))))[0] ?? null;

/** Bytes in the format that PostgreSQL expects inside an array. */
export const bytesText = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

export const unsubscribedMacs = async (db: Queries, macs: readonly Buffer[]): Promise<Buffer[]> =>
  (await db.rows(bind(unsubscribedAmong, macs.map(bytesText)))).map(({ mac }) => mac);

/** Returns how many were not unsubscribed before. */
export async function insertUnsubscribes(
  db: Queries,
  storeId: string,
  source: UnsubscribeSource,
  known: readonly KnownAddress[],
): Promise<number> {
  const macs = known.map(({ mac }) => bytesText(mac));
  const addresses = known.map(({ address }) => address);
  return (await db.rows(bind(insert, storeId, source, macs, addresses))).length;
}

/**
 * Makes other imports of the store wait until the transaction ends, because each has several statements in no
 * common order.
 */
export const lockImports = (tx: Queries, storeId: string) => tx.rows(bind(lock, storeId));

/** Returns whether it was there. */
export const deleteUnsubscribe = async (db: Queries, mac: Buffer): Promise<boolean> =>
  (await db.rows(bind(remove, mac))).length > 0;
/** Erases every address if `mac` is `null`. */
export const eraseUnsubscribe = (db: Queries, mac: Buffer | null) => db.rows(bind(erase, mac));

/** Unsubscribes whose address is not erased, in order of MAC, after the given one. */
export const pageOfUnsubscribes = (db: Queries, after: Buffer, most: number) =>
  db.rows(bind(page, after, most));

// An erased address has no text to search, but the full address finds it by its MAC.
export const MATCHES_ADDRESS = `(${containsText('$1', 'address')} or address_mac = $2)`;

const countFound = searchRead<{ total: number }>(
  'unsubscribes_found_count',
  `select count(*) as total from unsubscribes where ${MATCHES_ADDRESS}`,
);
const found = searchRead<Omit<UnsubscribeRow, 'address'> & { address: string | null }>(
  'unsubscribes_found',
  `select address, source, created_at as "createdAt" from unsubscribes where ${MATCHES_ADDRESS}
   order by created_at desc, address_mac limit $3 offset $4`,
);

/** The unsubscribes whose address contains `part`, and the one with this MAC. */
export async function findUnsubscribes(
  db: StoreDatabase,
  request: PageRequest,
  part: string,
  mac: Buffer | null,
) {
  const matching = [part, mac] as const;
  const [[counted], rows] = await db.batch<
    [{ total: number }, Omit<UnsubscribeRow, 'address'> & { address: string | null }]
  >([bind(countFound, ...matching), bind(found, ...matching, request.limit, offsetOf(request))]);
  return { rows, total: counted?.total ?? 0 };
}
