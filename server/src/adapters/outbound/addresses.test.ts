import { expect, test } from 'vitest';
import { isInRange, isPublicAddress, parseRange } from './addresses.ts';

const refused = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '0.0.0.5', '::'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'carrier-grade': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  metadata: ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  reserved: [
    '192.0.0.1',
    '192.88.99.1',
    '240.0.0.1',
    '255.255.255.254',
    '255.255.255.255',
    '5f00::1',
    '4000::1',
  ],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  mapped: [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:a9fe:a9fe',
  ],
  compatible: ['::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  translated: ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::168.63.129.16', '64:ff9b::10.0.0.1'],
  'translated locally': ['64:ff9b:1::1', '64:ff9b:1::808:808', '::ffff:0:127.0.0.1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::'],
  'unique local': ['fc00::1', 'fd00::1', 'fdff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'other special': ['100::1', '2001:10::1', '2001:20::1', '2620:4f:8000::1', '192.31.196.1', '192.52.193.1'],
  zoned: ['fe80::1%lo', '2606:4700::1%lo'],
  'not addresses': ['', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', 'localhost', '[::1]', '8.8.8.8 '],
};

test.each(Object.entries(refused))('%s is not public', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.1.1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

test.each(['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '64:ff9b::8.8.8.8'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each(['', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', 'fd00::/129', '10.0/8', 'host/8'])(
  '"%s" is not a range',
  (text) => expect(parseRange(text)).toBeNull(),
);

test('a range contains only addresses of its own family', () => {
  const all = parseRange('0.0.0.0/0') ?? [];
  expect(isInRange('10.0.0.1', all as never)).toBe(true);
  expect(isInRange('::ffff:10.0.0.1', all as never)).toBe(false);
});
