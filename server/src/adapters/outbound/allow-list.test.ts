import { expect, test } from 'vitest';
import { parseAllowList } from './allow-list.ts';

test('nothing is allowed by default', () => {
  const list = parseAllowList('');
  expect(list.hasName('localhost')).toBe(false);
  expect(list.hasAddress('127.0.0.1')).toBe(false);
});

test('hosts, addresses and ranges, separated by commas or spaces', () => {
  const list = parseAllowList(' Mail.Internal., 10.1.0.0/16 [fd00::1]\n127.1,bücher.test ');
  expect(list.hasName('mail.internal')).toBe(true);
  expect(list.hasName('other.mail.internal')).toBe(false);
  expect(list.hasName('xn--bcher-kva.test')).toBe(true);
  for (const address of ['10.1.2.3', 'fd00::1', '127.0.0.1']) expect(list.hasAddress(address)).toBe(true);
  for (const address of ['10.2.0.1', 'fd00::2', '127.0.0.2', '::ffff:10.1.2.3'])
    expect(list.hasAddress(address)).toBe(false);
});

test.each(['http://10.0.0.1', '10.0.0.0/40', 'host:80', 'a@b', '*', '*.test', '10.0.0.1/8/8'])(
  '"%s" is refused, named',
  (text) => expect(() => parseAllowList(text)).toThrow(`OUTSTEP_OUTBOUND_ALLOW: ${text} is neither`),
);
