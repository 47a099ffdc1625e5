import { describe, expect, test } from 'vitest';
import { containsAddress, maskedAddressPattern, removeMaskedAddress } from './match-address.rules.ts';

describe('an address in a tree', () => {
  const holds = containsAddress('a.b+c@example.com');

  test.each([
    'a.b+c@example.com',
    'A.B+C@EXAMPLE.COM',
    'Anna <a.b+c@example.com>',
    'x@example.com,a.b+c@example.com;y@example.com',
    'write to a.b+c@example.com.',
    '"a.b+c@example.com"',
    'mailto:a.b+c@example.com?subject=x',
    '\na.b+c@example.com\n',
  ])('is found in %j, however deep', (text) => {
    expect(holds(text)).toBe(true);
    expect(holds({ list: [1, null, { deep: { text } }] })).toBe(true);
  });

  test.each([
    '',
    'aXb+c@example.com',
    'xa.b+c@example.com',
    'x-a.b+c@example.com',
    'éa.b+c@example.com',
    'a.b+c@example.community',
    'a.b+c@example.com.au',
    'a.b+c@example.com-x.org',
    'a.b+c@exampleXcom',
  ])('is not found in %j, a different address', (text) => {
    expect(holds({ text })).toBe(false);
  });

  test('is not searched for when everyone is erased', () => {
    expect(containsAddress(null)({})).toBe(true);
  });
});

describe('the masked form of an address in history', () => {
  test('erases one address in every spelling', () => {
    const pattern = maskedAddressPattern('a.b+c@example.com');
    const tree = {
      to: ['a.******@example.com', 'A.******@Example.com', 'ab******@example.com'],
      url: 'https://x.example/?mail=a.******%40example.com',
      name: 'A******',
      count: 3,
      none: null,
    };
    expect(removeMaskedAddress(tree, pattern)).toEqual({
      to: ['******', '******', 'ab******@example.com'],
      url: 'https://x.example/?mail=******',
      name: 'A******',
      count: 3,
      none: null,
    });
  });

  test('erases every address and keeps other masks', () => {
    const pattern = maskedAddressPattern(null);
    const text = 'an******@example.com, <b******@x.example>\nca******%40example.org; ********12 D******';
    expect(removeMaskedAddress({ text }, pattern)).toEqual({
      text: '******, <******>\n******; ********12 D******',
    });
  });
});
