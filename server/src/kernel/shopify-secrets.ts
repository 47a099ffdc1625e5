/** A client secret of a Shopify app, and the shops whose calls it may sign. */
export interface ShopifySecret {
  secret: string;
  /** `null` for every shop, which is possible only if there is no other secret. */
  shops: ReadonlySet<string> | null;
}

/**
 * Reports an invalid setting without repeating any of it, because a mixed-up order puts a secret among the
 * shops.
 */
export class BadShopifySecrets extends Error {}

const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;
/** Each call is checked against all of them. */
const MAX_SECRETS = 20;

/** Shopify's own domain for a shop, regardless of the domain that its customers see; in lower case. */
export const isShopDomain = (domain: string) => SHOP.test(domain);

const EXAMPLE = 'SECRET=example.myshopify.com+other.myshopify.com';

function readShops(text: string, where: string): string[] {
  const shops = text.split('+').map((shop) => shop.trim().toLowerCase());
  if (!shops.every(isShopDomain))
    throw new BadShopifySecrets(`${where} must name shops after "=", as in ${EXAMPLE}`);
  return shops;
}

/** Parses `SECRET=SHOP+SHOP,SECRET=SHOP`, or a single secret. */
export function readShopifySecrets(text: string): ShopifySecret[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  if (entries.length > MAX_SECRETS) throw new BadShopifySecrets(`at most ${MAX_SECRETS} secrets`);
  const shopsOf = new Map<string, Set<string> | null>();
  for (const [index, entry] of entries.entries()) {
    const where = `entry ${index + 1}`;
    const at = entry.indexOf('=');
    const secret = (at < 0 ? entry : entry.slice(0, at)).trim();
    if (secret === '' || isShopDomain(secret.toLowerCase()))
      throw new BadShopifySecrets(`${where} must begin with a secret, as in ${EXAMPLE}`);
    if (at < 0) {
      if (entries.length > 1)
        throw new BadShopifySecrets(
          `${where} names no shops; with several secrets, each must name its shops, as in ${EXAMPLE}`,
        );
      shopsOf.set(secret, null);
    } else {
      const shops = readShops(entry.slice(at + 1), where);
      shopsOf.set(secret, new Set([...(shopsOf.get(secret) ?? []), ...shops]));
    }
  }
  return [...shopsOf].map(([secret, shops]) => ({ secret, shops }));
}

/** Whether one of the secrets may sign for the shop (contract: Workflow platforms 9). */
export const canSignForShop = (secrets: readonly ShopifySecret[], domain: string) =>
  secrets.some(({ shops }) => shops === null || shops.has(domain));
