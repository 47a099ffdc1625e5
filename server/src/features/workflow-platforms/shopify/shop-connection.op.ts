import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { schemaMessage, text } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { isShopDomain } from '../../../kernel/shopify-secrets.ts';
import { insertShop, markDisconnected } from './shopify.store.ts';

/** Shopify's own domain for a shop, regardless of the domain its customers see. */
const shopDomain = text(255)
  .transform((value) => value.trim().toLowerCase())
  .refine(isShopDomain, { error: schemaMessage('must_be_shop') });

const shopId = z.string().regex(/^[1-9]\d{0,19}$/, { error: schemaMessage('must_be_shop_number') });

export const connectShop = operatorOperation({
  name: 'connect_shopify_shop',
  summary: 'Allow the workflows of a Shopify shop to run steps of the store.',
  command: { words: ['shopify', 'connect'], store: 'flag' },
  input: z.object({
    shop: shopDomain,
    shopId: shopId.optional().describe('Calls with another shop ID are rejected.'),
  }),
  output: z.object({ shop: z.string() }),
  target: ({ shop }) => shop,
  atomic: true,
  async run(ctx, { shop, shopId: number }) {
    if (!(await insertShop(ctx.db, ctx.storeId, shop, number ?? null)))
      throw new OperationError('conflict', message('shop_connected_elsewhere'));
    return { value: { shop } };
  },
});

export const disconnectShop = operatorOperation({
  name: 'disconnect_shopify_shop',
  summary: 'Stop accepting calls from the workflows of a Shopify shop.',
  command: { words: ['shopify', 'disconnect'], store: 'flag' },
  input: z.object({ shop: shopDomain }),
  output: z.object({ shop: z.string() }),
  target: ({ shop }) => shop,
  atomic: true,
  async run(ctx, { shop }) {
    if (!(await markDisconnected(ctx.db, shop)))
      throw new OperationError('not_found', message('shop_not_connected'));
    return { value: { shop } };
  },
});
