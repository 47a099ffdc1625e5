import type { Context } from '../../../kernel/operation.ts';
import { knownAddress } from './addresses.rules.ts';
import { deleteSuppression, eraseSuppression, insertSuppression } from './suppressions.store.ts';
import type { UnsubscribeSource } from './unsubscribes.schema.ts';
import { deleteUnsubscribe, eraseUnsubscribe, insertUnsubscribes } from './unsubscribes.store.ts';

type Changing = Pick<Context, 'storeId' | 'db' | 'vault'>;

const known = async ({ vault }: Changing, address: string) => knownAddress(await vault.unlock(), address);

/** No more marketing mail to this address; what is so already stays as it is. */
export async function addUnsubscribe(
  ctx: Changing,
  address: string,
  source: UnsubscribeSource,
): Promise<void> {
  await insertUnsubscribes(ctx.db, ctx.storeId, source, [await known(ctx, address)]);
}

/** Whether it was unsubscribed. */
export async function removeUnsubscribe(ctx: Changing, address: string): Promise<boolean> {
  const { mac } = await known(ctx, address);
  return deleteUnsubscribe(ctx.db, mac);
}

/** No mail at all to this address. `reason` is kept as long as the address is. */
export async function suppress(ctx: Changing, address: string, reason: string): Promise<void> {
  await insertSuppression(ctx.db, ctx.storeId, await known(ctx, address), reason);
}

/** Whether it was suppressed. */
export async function liftSuppression(ctx: Changing, address: string): Promise<boolean> {
  const { mac } = await known(ctx, address);
  return deleteSuppression(ctx.db, mac);
}

/** The text of the address goes, of all addresses if none is named; that they are unsubscribed or suppressed stays. */
export async function eraseAddress(ctx: Changing, address: string | null): Promise<void> {
  const mac = address === null ? null : (await known(ctx, address)).mac;
  await ctx.db.transaction(async (tx) => {
    await eraseUnsubscribe(tx, mac);
    await eraseSuppression(tx, mac);
  });
}
