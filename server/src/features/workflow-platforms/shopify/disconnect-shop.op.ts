import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { shopDomain } from './shopify.schema.ts';
import { markDisconnected } from './shopify.store.ts';

export const disconnectShop = operatorOperation({
  name: 'disconnect_shopify_shop',
  summary: 'Refuse the workflows of a Shopify shop from now on.',
  command: { words: ['shopify', 'disconnect'], store: 'flag' },
  input: z.object({ shop: shopDomain }),
  output: z.object({ shop: z.string() }),
  target: ({ shop }) => shop,
  atomic: true,
  async run(ctx, { shop }) {
    if (!(await markDisconnected(ctx.db, shop)))
      throw new Refusal('not_found', message('shop_not_connected'));
    return { value: { shop } };
  },
});
