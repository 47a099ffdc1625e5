import { expect, test } from 'vitest';
import { createAddressCheck } from './address-ranges.ts';
import { allowedAddresses } from './keys.schema.ts';

const isTaken = (text: string) => allowedAddresses.safeParse(text).success;

test.each(['', '203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1, 2001:db8::1/128'])(
  'accepts “%s”',
  (text) => expect(isTaken(text)).toBe(true),
);

test.each([
  ...['shop.example', '203.0.113', '203.0.113.0/33', '2001:db8::/129', '1.2.3.4/', '1.2.3.4/a'],
  ...['1.2.3.4/8/8', 'fe80::1%eth0', '1.2.3.4;::1', Array(51).fill('1.2.3.4').join(',')],
])('%s is rejected', (text) => expect(isTaken(text)).toBe(false));

test('checks an address against every range, in either form of IPv4', () => {
  const isIn = createAddressCheck(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32']);
  for (const inside of ['203.0.113.255', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:1::2'])
    expect(isIn(inside), inside).toBe(true);
  for (const outside of ['203.0.112.255', '198.51.100.8', '::ffff:198.51.100.8', '2001:db9::1', '', 'x'])
    expect(isIn(outside), outside).toBe(false);
});
