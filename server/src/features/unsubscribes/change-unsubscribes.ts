import type { Context } from '../../kernel/operation.ts';
import { knownAddress } from './addresses.rules.ts';
import { eraseSuppression, insertSuppression } from './suppressions.store.ts';
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

export async function removeUnsubscribe(ctx: Changing, address: string): Promise<void> {
  const { mac } = await known(ctx, address);
  await deleteUnsubscribe(ctx.db, mac);
}

/** No mail at all to this address. `reason` is kept as long as the address is. */
export async function suppress(ctx: Changing, address: string, reason: string): Promise<void> {
  await insertSuppression(ctx.db, ctx.storeId, await known(ctx, address), reason);
}

/** The text of the address goes; that it is unsubscribed or suppressed stays. */
export async function eraseAddress(ctx: Changing, address: string): Promise<void> {
  const { mac } = await known(ctx, address);
  await ctx.db.transaction(async (tx) => {
    await eraseUnsubscribe(tx, mac);
    await eraseSuppression(tx, mac);
  });
}
