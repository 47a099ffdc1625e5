import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import type { KnownAddress, SuppressionView } from './unsubscribes.schema.ts';
import { bytesText, MATCHES_ADDRESS } from './unsubscribes.store.ts';

const suppressedAmong = briefRead<{ mac: Buffer }>(
  'suppressions_among',
  'select address_mac as mac from suppressions where address_mac = any($1::bytea[])',
);
const insert = statement(
  'suppression_insert',
  `insert into suppressions (store_id, address_mac, address, reason, execution_id) values ($1, $2, $3, $4, $5)
   on conflict do nothing`,
);
// Inserts in a fixed order, so that two concurrent imports cannot deadlock.
const insertImported = statement<{ mac: Buffer }>(
  'suppressions_import',
  `insert into suppressions (store_id, address_mac, address, reason, imported)
   select $1, mac, address, reason, true from unnest($2::bytea[], $3::text[], $4::text[]) as given (mac, address, reason)
   order by mac
   on conflict do nothing
   returning address_mac as mac`,
);
// Erases the reason too, because a mail server's response often contains the address.
const erase = statement(
  'suppression_erase',
  "update suppressions set address = null, reason = '' where ($1::bytea is null or address_mac = $1) and address is not null",
);

const remove = statement<{ mac: Buffer }>(
  'suppression_remove',
  'delete from suppressions where address_mac = $1 returning address_mac as mac',
);

export const suppressedMacs = async (db: Queries, macs: readonly Buffer[]): Promise<Buffer[]> =>
  (await db.rows(bind(suppressedAmong, macs.map(bytesText)))).map(({ mac }) => mac);

export const insertSuppression = (
  db: Queries,
  storeId: string,
  { mac, address }: KnownAddress,
  { reason, executionId }: { reason: string; executionId: string | null },
) => db.rows(bind(insert, storeId, mac, address, reason, executionId));

/** Returns how many were not suppressed before. */
export async function insertImportedSuppressions(
  db: Queries,
  storeId: string,
  known: readonly (KnownAddress & { reason: string })[],
): Promise<number> {
  const macs = known.map(({ mac }) => bytesText(mac));
  const addresses = known.map(({ address }) => address);
  const reasons = known.map(({ reason }) => reason);
  return (await db.rows(bind(insertImported, storeId, macs, addresses, reasons))).length;
}

/** Erases every address if `mac` is `null`. */
export const eraseSuppression = (db: Queries, mac: Buffer | null) => db.rows(bind(erase, mac));

/** Returns whether it was there. */
export const deleteSuppression = async (db: Queries, mac: Buffer): Promise<boolean> =>
  (await db.rows(bind(remove, mac))).length > 0;

const ofMacs = briefRead<{ since: Date; reason: string }>(
  'suppression_of',
  'select created_at as since, reason from suppressions where address_mac = any($1::bytea[]) order by created_at limit 1',
);

/** Since when and why one of these addresses is suppressed. */
export const suppressionOf = async (db: Queries, macs: readonly Buffer[]) =>
  (await db.rows(bind(ofMacs, macs.map(bytesText))))[0] ?? null;

type SuppressionRow = Omit<SuppressionView, 'address'> & { address: string | null };

const countFound = searchRead<{ total: number }>(
  'suppressions_found_count',
  `select count(*) as total from suppressions where ${MATCHES_ADDRESS}`,
);
const found = searchRead<SuppressionRow>(
  'suppressions_found',
  `select address, imported, reason, execution_id as "executionId", created_at as "createdAt" from suppressions where ${MATCHES_ADDRESS}
   order by created_at desc, address_mac limit $3 offset $4`,
);

/**
 * The suppressions whose address contains `part`, and the one with this MAC
 * (contract: Unsubscribing and erasing 4).
 */
export async function findSuppressions(
  db: StoreDatabase,
  request: PageRequest,
  part: string,
  mac: Buffer | null,
) {
  const matching = [part, mac] as const;
  const [[counted], rows] = await db.batch<[{ total: number }, SuppressionRow]>([
    bind(countFound, ...matching),
    bind(found, ...matching, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
