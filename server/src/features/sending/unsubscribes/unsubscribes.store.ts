import { containsPattern, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { bind, briefRead, type Queries, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import type { KnownAddress, UnsubscribeRow, UnsubscribeSource } from './unsubscribes.schema.ts';

const among = briefRead<{ mac: Buffer }>(
  'unsubscribes_among',
  'select address_mac as mac from unsubscribes where address_mac = any($1::bytea[])',
);
// In one order, so that two lists at once cannot wait for each other.
const insert = statement<{ mac: Buffer }>(
  'unsubscribes_insert',
  `insert into unsubscribes (store_id, address_mac, address, source)
   select $1, mac, address, $2 from unnest($3::bytea[], $4::text[]) as given (mac, address)
   order by mac
   on conflict do nothing
   returning address_mac as mac`,
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

/** As PostgreSQL reads bytes within an array. */
export const bytesText = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

/** Those of the macs that are unsubscribed. */
export const unsubscribedMacs = async (db: Queries, macs: readonly Buffer[]): Promise<Buffer[]> =>
  (await db.rows(bind(among, macs.map(bytesText)))).map(({ mac }) => mac);

/** How many of them were not unsubscribed before. */
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

/** Whether it was there. */
export const deleteUnsubscribe = async (db: Queries, mac: Buffer): Promise<boolean> =>
  (await db.rows(bind(remove, mac))).length > 0;
/** Of everybody where no one is named. */
export const eraseUnsubscribe = (db: Queries, mac: Buffer | null) => db.rows(bind(erase, mac));

/** Those whose address is not erased, after one by their macs. */
export const pageOfUnsubscribes = (db: Queries, after: Buffer, most: number) =>
  db.rows(bind(page, after, most));

// An erased address has no text to look in; whoever knows it whole finds it by its mac.
const MATCHES = '(address like $1 or address_mac = $2)';

const countFound = statement<{ total: number }>(
  'unsubscribes_found_count',
  `select count(*) as total from unsubscribes where ${MATCHES}`,
);
const found = statement<Omit<UnsubscribeRow, 'address'> & { address: string | null }>(
  'unsubscribes_found',
  `select address, source, created_at as "createdAt" from unsubscribes where ${MATCHES}
   order by created_at desc, address_mac limit $3 offset $4`,
);

/** Those whose address contains the text, and the one whose mac it is. */
export async function findUnsubscribes(
  db: StoreDatabase,
  request: PageRequest,
  part: string,
  mac: Buffer | null,
) {
  const matching = [containsPattern(part), mac] as const;
  const [[counted], rows] = await db.batch<
    [{ total: number }, Omit<UnsubscribeRow, 'address'> & { address: string | null }]
  >([bind(countFound, ...matching), bind(found, ...matching, request.limit, offsetOf(request))]);
  return { rows, total: counted?.total ?? 0 };
}
