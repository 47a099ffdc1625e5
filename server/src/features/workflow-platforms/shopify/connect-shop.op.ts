import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { shopDomain, shopId } from './shopify.schema.ts';
import { insertShop } from './shopify.store.ts';

export const connectShop = operatorOperation({
  name: 'connect_shopify_shop',
  summary: 'Let the workflows of a Shopify shop run steps of the store.',
  command: { words: ['shopify', 'connect'], store: 'flag' },
  input: z.object({
    shop: shopDomain,
    shopId: shopId.optional().describe('Calls that name another number are refused.'),
  }),
  output: z.object({ shop: z.string() }),
  target: ({ shop }) => shop,
  atomic: true,
  async run(ctx, { shop, shopId: number }) {
    if (!(await insertShop(ctx.db, ctx.storeId, shop, number ?? null)))
      throw new Refusal('conflict', message('shop_connected_elsewhere'));
    return { value: { shop } };
  },
});
