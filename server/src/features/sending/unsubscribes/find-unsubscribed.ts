import type { Context } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { macsOf } from './addresses.rules.ts';
import { suppressedMacs, suppressionOf } from './suppressions.store.ts';
import { unsubscribedMacs, unsubscribeOf } from './unsubscribes.store.ts';

type LookupContext = Pick<Context, 'db' | 'vault'>;

/** The addresses, as given, whose MACs are found. */
async function findByMac(
  { db, vault }: LookupContext,
  addresses: readonly string[],
  find: (db: Queries, macs: readonly Buffer[]) => Promise<Buffer[]>,
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const open = await vault.unlock();
  const given = addresses.map((address) => ({ address, macs: macsOf(open, address) }));
  const found = await find(
    db,
    given.flatMap(({ macs }) => macs),
  );
  const known = new Set(found.map((mac) => mac.toString('hex')));
  const isKnown = ({ macs }: { macs: Buffer[] }) => macs.some((mac) => known.has(mac.toString('hex')));
  return new Set(given.filter(isKnown).map(({ address }) => address));
}

/** The addresses, as given, that no longer get marketing email. */
export const findUnsubscribed = (ctx: LookupContext, addresses: readonly string[]) =>
  findByMac(ctx, addresses, unsubscribedMacs);

/** The addresses, as given, that a mail server has permanently rejected. */
export const findSuppressed = (ctx: LookupContext, addresses: readonly string[]) =>
  findByMac(ctx, addresses, suppressedMacs);

/** The status of an address, even after its text was erased. */
export async function findAddressStatus({ db, vault }: Pick<Context, 'db' | 'vault'>, address: string) {
  const macs = macsOf(await vault.unlock(), address);
  return {
    unsubscribed: await unsubscribeOf(db, macs),
    suppressed: await suppressionOf(db, macs),
  };
}
