import { canSignForShop } from '../../../kernel/shopify-secrets.ts';
import { withClient } from '../connect.ts';
import { type Check, CheckFailed } from './check.ts';

/** Operators only need the first few and the total. */
const SHOWN = 20;

const listed = (shops: readonly string[], separator: string) =>
  [...shops.slice(0, SHOWN), ...(shops.length > SHOWN ? ['…'] : [])].join(separator);

/** Whether the secrets of Shopify apps cover the shops that stores have (contract: Workflow platforms 9). */
export const shopify: Check = async ({ databaseAdminUrl, shopifySecrets: secrets }) => {
  // A worker needs no secrets, so having none is not an error.
  if (secrets.length === 0) return 'no secret of a Shopify app is set';
  const shops = await withClient(databaseAdminUrl, 'doctor', async (client) => {
    // Includes disconnected shops, whose erasure is still to come.
    const { rows } = await client.query<{ shop: string }>(
      'select distinct shop_domain as shop from shopify_shops order by 1',
    );
    return rows.map(({ shop }) => shop);
  });
  if (secrets.some(({ shops }) => shops === null)) {
    const example = listed(shops, '+') || 'example.myshopify.com';
    return `the secret is valid for every shop; name its shops in OUTSTEP_SHOPIFY_SECRETS: SECRET=${example}`;
  }
  const uncovered = shops.filter((shop) => !canSignForShop(secrets, shop));
  if (uncovered.length > 0)
    throw new CheckFailed(
      `no secret in OUTSTEP_SHOPIFY_SECRETS names ${listed(uncovered, ', ')}, so calls and erasures of ${uncovered.length === 1 ? 'this shop' : 'these shops'} are refused; add it after the secret of its app`,
    );
  return `every shop of a store is named by a secret (${secrets.length} set)`;
};
