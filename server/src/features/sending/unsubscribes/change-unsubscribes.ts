import type { Context } from '../../../kernel/operation.ts';
import { knownAddress, macsOf } from './addresses.rules.ts';
import { deleteSuppression, eraseSuppression, insertSuppression } from './suppressions.store.ts';
import type { UnsubscribeSource } from './unsubscribes.schema.ts';
import { deleteUnsubscribe, eraseUnsubscribe, insertUnsubscribes } from './unsubscribes.store.ts';

type ChangeContext = Pick<Context, 'storeId' | 'db' | 'vault'>;

const known = async ({ vault }: ChangeContext, address: string) =>
  knownAddress(await vault.unlock(), address);

/** Removes every MAC of an address; returns whether any existed. */
async function anyOf(
  { vault }: ChangeContext,
  address: string,
  remove: (mac: Buffer) => Promise<boolean>,
): Promise<boolean> {
  let found = false;
  for (const mac of macsOf(await vault.unlock(), address)) found = (await remove(mac)) || found;
  return found;
}

/** Stops marketing email to this address; changes nothing if it is already unsubscribed. */
export async function addUnsubscribe(
  ctx: ChangeContext,
  address: string,
  source: UnsubscribeSource,
): Promise<void> {
  await insertUnsubscribes(ctx.db, ctx.storeId, source, [await known(ctx, address)]);
}

/** Returns whether it was unsubscribed. */
export async function removeUnsubscribe(ctx: ChangeContext, address: string): Promise<boolean> {
  return anyOf(ctx, address, (mac) => deleteUnsubscribe(ctx.db, mac));
}

/**
 * Stops all email to this address because of an execution's email. `reason` is stored as long as the address
 * text (contract: Sending 10).
 */
export async function suppress(
  ctx: ChangeContext,
  address: string,
  reason: string,
  executionId: string | null = null,
): Promise<void> {
  await insertSuppression(ctx.db, ctx.storeId, await known(ctx, address), { reason, executionId });
}

/** Returns whether it was suppressed. */
export async function liftSuppression(ctx: ChangeContext, address: string): Promise<boolean> {
  return anyOf(ctx, address, (mac) => deleteSuppression(ctx.db, mac));
}

/** Erases the text of one address, or of all if `null`; they remain unsubscribed or suppressed. */
export async function eraseAddress(ctx: ChangeContext, address: string | null): Promise<void> {
  const macs = address === null ? [null] : macsOf(await ctx.vault.unlock(), address);
  await ctx.db.transaction(async (tx) => {
    for (const mac of macs) {
      await eraseUnsubscribe(tx, mac);
      await eraseSuppression(tx, mac);
    }
  });
}
