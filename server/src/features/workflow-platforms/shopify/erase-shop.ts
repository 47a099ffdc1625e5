import type { EraseContext } from '../../customers/erase-data.ts';
import { requestErasure } from '../../customers/erasure-requests.ts';
import { deleteShop } from './shopify.store.ts';

/** The shop is gone for good: its customers' data is erased, and later calls come from an unknown shop. */
export async function eraseShop(ctx: EraseContext, domain: string) {
  // In this order, because after a failure Shopify calls again, and the shop must still be known then.
  await requestErasure(ctx, null);
  await deleteShop(ctx.db, domain);
}
