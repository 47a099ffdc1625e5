import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { KnownAddress } from './unsubscribes.schema.ts';
import { bytesText } from './unsubscribes.store.ts';

const among = briefRead<{ mac: Buffer }>(
  'suppressions_among',
  'select address_mac as mac from suppressions where address_mac = any($1::bytea[])',
);
const insert = statement(
  'suppression_insert',
  `insert into suppressions (store_id, address_mac, address, reason) values ($1, $2, $3, $4)
   on conflict do nothing`,
);
// The reason too: what a mail server says often contains the address.
const erase = statement(
  'suppression_erase',
  "update suppressions set address = null, reason = '' where ($1::bytea is null or address_mac = $1) and address is not null",
);

const remove = statement<{ mac: Buffer }>(
  'suppression_remove',
  'delete from suppressions where address_mac = $1 returning address_mac as mac',
);

export const suppressedMacs = async (db: Queries, macs: readonly Buffer[]): Promise<Buffer[]> =>
  (await db.rows(bind(among, macs.map(bytesText)))).map(({ mac }) => mac);

export const insertSuppression = (
  db: Queries,
  storeId: string,
  { mac, address }: KnownAddress,
  reason: string,
) => db.rows(bind(insert, storeId, mac, address, reason));

/** Erases every address if `mac` is `null`. */
export const eraseSuppression = (db: Queries, mac: Buffer | null) => db.rows(bind(erase, mac));

/** Returns whether it was there. */
export const deleteSuppression = async (db: Queries, mac: Buffer): Promise<boolean> =>
  (await db.rows(bind(remove, mac))).length > 0;
