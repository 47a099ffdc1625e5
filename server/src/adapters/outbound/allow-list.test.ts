import { describe, expect, test } from 'vitest';
import { parseAllowList } from './allow-list.ts';

test('allows nothing by default', () => {
  const list = parseAllowList('');
  expect(list.hasName('localhost', 80)).toBe(false);
  expect(list.hasAddress('127.0.0.1', 80)).toBe(false);
});

test('allows hosts, addresses and networks, separated by commas or spaces, at every port', () => {
  const list = parseAllowList(' Mail.Internal., 10.1.0.0/16 [fd00::1]\n127.1,bücher.test ');
  for (const port of [25, 443, 65_535]) {
    expect(list.hasName('mail.internal', port)).toBe(true);
    expect(list.hasName('other.mail.internal', port)).toBe(false);
    expect(list.hasName('xn--bcher-kva.test', port)).toBe(true);
    for (const address of ['10.1.2.3', 'fd00::1', '127.0.0.1'])
      expect(list.hasAddress(address, port)).toBe(true);
    for (const address of ['10.2.0.1', 'fd00::2', '127.0.0.2', '::ffff:10.1.2.3'])
      expect(list.hasAddress(address, port)).toBe(false);
  }
});

describe('with a port', () => {
  const list = parseAllowList(
    'localhost:8025 127.0.0.1:1025, 10.0.0.0/8:443 [::1]:8025,[fd00::/8]:443 10.9.9.9',
  );

  test.each([
    ['127.0.0.1', 1025],
    ['10.1.2.3', 443],
    ['::1', 8025],
    ['fd00::5', 443],
    ['10.9.9.9', 80],
  ])('%s is allowed at %i', (address, port) => expect(list.hasAddress(address, port)).toBe(true));

  test.each([
    ['127.0.0.1', 1026],
    ['127.0.0.2', 1025],
    ['10.1.2.3', 80],
    ['::1', 80],
    ['fd00::5', 80],
    ['fe80::1', 443],
  ])('%s is not allowed at %i', (address, port) => expect(list.hasAddress(address, port)).toBe(false));

  test('a name is allowed only at its port', () => {
    expect(list.hasName('localhost', 8025)).toBe(true);
    expect(list.hasName('localhost', 8026)).toBe(false);
  });
});

test.each([
  ...['http://10.0.0.1', '10.0.0.0/40', 'host:', 'host:0', 'host:65536', 'host:80:80', 'a@b', '*', '*.test'],
  ...['10.0.0.1/8/8', 'fd00::/8:443', '[::1:80', '[10.0.0.0/40]:80', ':80'],
])('"%s" is rejected with an error that names it', (text) =>
  expect(() => parseAllowList(text)).toThrow(`OUTSTEP_OUTBOUND_ALLOW: ${text} is neither`),
);
