import { describe, expect, test } from 'vitest';
import { canSignForShop, readShopifySecrets } from './shopify-secrets.ts';

const [ALDER, BIRCH] = ['alder.myshopify.com', 'birch.myshopify.com'];

describe('the secrets of Shopify apps', () => {
  test.each([
    ['', []],
    [' , ', []],
    ['shpss_a', [['shpss_a', null]]],
    [`shpss_a=${ALDER}`, [['shpss_a', [ALDER]]]],
    [
      ` shpss_a = ALDER.myshopify.com + ${BIRCH} , shpss_b=${BIRCH},`,
      [
        ['shpss_a', [ALDER, BIRCH]],
        ['shpss_b', [BIRCH]],
      ],
    ],
    [`shpss_a=${ALDER},shpss_a=${BIRCH}`, [['shpss_a', [ALDER, BIRCH]]]],
  ])('%j', (text, expected) => {
    const read = readShopifySecrets(text).map(({ secret, shops }) => [secret, shops && [...shops]]);
    expect(read).toEqual(expected);
  });

  const NAMES = 'must name shops after "=", as in SECRET=example.myshopify.com+other.myshopify.com';
  const BEGINS = 'must begin with a secret, as in SECRET=example.myshopify.com+other.myshopify.com';
  const EACH =
    'names no shops; with several secrets, each must name its shops, as in SECRET=example.myshopify.com+other.myshopify.com';
  test.each([
    ['shpss_a,shpss_b', `entry 1 ${EACH}`],
    [`shpss_a=${ALDER}, shpss_b`, `entry 2 ${EACH}`],
    [`shpss_a=${ALDER},shpss_a`, `entry 2 ${EACH}`],
    ['shpss_a=', `entry 1 ${NAMES}`],
    [`shpss_a=${ALDER}+`, `entry 1 ${NAMES}`],
    ['shpss_a=*', `entry 1 ${NAMES}`],
    ['shpss_a=shop.example.com', `entry 1 ${NAMES}`],
    [`shpss_a=${ALDER}|${BIRCH}`, `entry 1 ${NAMES}`],
    [`shpss_a=x.${ALDER}`, `entry 1 ${NAMES}`],
    [`=${ALDER}`, `entry 1 ${BEGINS}`],
    [`${ALDER}=shpss_a`, `entry 1 ${BEGINS}`],
    [ALDER, `entry 1 ${BEGINS}`],
    [Array.from({ length: 21 }, (_, index) => `s${index}=${ALDER}`).join(), 'at most 20 secrets'],
  ])('rejects %j, without repeating it', (text, error) => {
    expect(() => readShopifySecrets(text)).toThrow(error);
    expect(error).not.toContain('shpss_');
  });

  test('sign only for the shops they name (contract: Workflow platforms 9)', () => {
    const [bound, unbound] = [readShopifySecrets(`shpss_a=${ALDER}`), readShopifySecrets('shpss_a')];
    expect([ALDER, BIRCH, ''].map((shop) => canSignForShop(bound, shop))).toEqual([true, false, false]);
    expect([ALDER, BIRCH].map((shop) => canSignForShop(unbound, shop))).toEqual([true, true]);
    expect(canSignForShop([], ALDER)).toBe(false);
  });
});
