import type { Context } from '../../../kernel/operation.ts';
import { requestErasure } from '../../customers/erasure-requests.ts';
import { deleteShop } from './shopify.store.ts';

/** The shop has gone for good: its customers' data is erased, and its next call is a stranger's. */
export async function forgetShop(ctx: Pick<Context, 'db' | 'vault' | 'storeId' | 'newId'>, domain: string) {
  // In this order: what fails in between is asked for again, and the shop is still known then.
  await requestErasure(ctx, null);
  await deleteShop(ctx.db, domain);
}
