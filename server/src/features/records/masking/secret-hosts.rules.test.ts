import { expect, test } from 'vitest';
import { secretHostsOf } from './secret-hosts.rules.ts';

/** The hosts for a URL with the value, and with the name of the secret. */
const hostsOf = (address: string, value: string) =>
  secretHostsOf(address.replace('*', value), address.replace('*', '[secret:KEY]'));

test.each([
  ['https://*/orders', 'Part/of?the&value', [['KEY', 'part']]],
  ['https://*', '12345678', [['KEY', '0.188.97.78']]],
  ['https://1*/', '2345678', [['KEY', '0.188.97.78']]],
  ['https://x.*', 'exämple.com/key', [['KEY', 'x.xn--exmple-cua.com']]],
  ['https://[*]/', 'fd00:0:0::1', [['KEY', 'fd00::1']]],
  ['https://shop.example:*/', '04711', [['KEY', '4711']]],
  ['https://*:8080/', 'internal.example', [['KEY', 'internal.example']]],
  [
    'https://*',
    'login@host.example:8443/key',
    [
      ['KEY', 'host.example'],
      ['KEY', '8443'],
    ],
  ],
  ['https://user:*@shop.example/', 'a/b', []],
  [
    'https://user:*@shop.example/',
    '12/b',
    [
      ['KEY', 'user'],
      ['KEY', '12'],
    ],
  ],
] as const)('the host of %s with %s counts as a value of the secret', (address, value, hosts) => {
  expect(hostsOf(address, value)).toEqual(hosts);
});

test.each([
  ['https://shop.example/*', 'key'],
  ['https://shop.example?key=*', 'key'],
  ['https://shop.example:8443*', '/key'],
  ['https://*@shop.example:8443/', 'login'],
  ['https://shop.example/?to=https://*', 'key'],
  ['no address *', 'key'],
])('the host of %s with %s does not depend on the secret', (address, value) => {
  expect(hostsOf(address, value)).toEqual([]);
});

test('a literally typed reference is not a secret', () => {
  expect(secretHostsOf('https://[secret:KEY]/', 'https://[secret:KEY]/')).toEqual([]);
});
