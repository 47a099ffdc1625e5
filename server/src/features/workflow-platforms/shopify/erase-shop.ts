import type { EraseContext } from '../../customers/erase-data.ts';
import { requestErasure } from '../../customers/erasure-requests.ts';
import { deleteShop } from './shopify.store.ts';

/** The shop is gone permanently: its customers' data is erased, and later calls come from an unknown shop. */
export async function eraseShop(ctx: EraseContext, domain: string) {
  // In this order, because Shopify calls again after a failure, and the shop must still be found then.
  await requestErasure(ctx, null);
  await deleteShop(ctx.db, domain);
}
