import { describe, expect, test } from 'vitest';
import { addressesIn, linesOf } from './address-lines.rules.ts';

/** The file in pieces of `size` bytes, as they might come from a disk. */
async function* piecesOf(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function read(text: string, size = 7) {
  const found: (string | null)[] = [];
  for await (const address of addressesIn(linesOf(piecesOf(text, size)))) found.push(address);
  return found;
}

describe('a list', () => {
  test('has an address a line, in any case, with any line end and blank lines between', async () => {
    expect(await read('A@example.com\r\n\n  b@Example.com \nc@example.com')).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ]);
  });

  test('may begin with a mark of its byte order, wherever it is cut', async () => {
    for (const size of [1, 2, 3, 100])
      expect(await read('\ufeffjö@bücher.example\n', size)).toEqual(['jö@bücher.example']);
  });

  test.each([
    'no address',
    'two@example.com, three@example.com',
    'Anna <anna@example.com>',
    'a@b@example.com',
    '@example.com',
    'a@',
    'a b@example.com',
    'a\0@example.com',
    'a\u202e@example.com',
    `${'a'.repeat(320)}@example.com`,
  ])('%j is not an address', async (line) =>
    expect(await read(`a@example.com\n${line}\nb@example.com`)).toEqual([
      'a@example.com',
      null,
      'b@example.com',
    ]),
  );

  test('is discarded without a line end', async () => {
    expect(await read('x'.repeat(1_000_000), 65_536)).toEqual([null]);
  });

  test('of nothing has none', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('email\n')).toEqual([]);
  });
});

describe('CSV', () => {
  test.each([
    ['email\na@example.com'],
    ['"Email"\n"a@example.com"'],
    ['Name,Email\nAnna,a@example.com'],
    ['name;e-mail;city\n"Anna; ""B""";a@example.com;Wien'],
    ['Name\tEmail Address\nAnna\ta@example.com'],
    ['Address,Email\n"Main St 1, Springfield",a@example.com'],
    ['id,address\n7,A@example.com'],
    ['email,,\n"a@example.com" ,,'],
    ['a,,email\n,,a@example.com'],
  ])('%j has its address where the header says', async (text) =>
    expect(await read(text)).toEqual(['a@example.com']),
  );

  test('may have lines without an address', async () => {
    expect(
      await read('name,email\nAnna\n,\nBert,b@example.com\n"open,c@example.com\nd,d@example.com'),
    ).toEqual([null, null, 'b@example.com', null, 'd@example.com']);
  });

  test('a header that names no address makes it a list, in which nothing is found', async () => {
    expect(await read('id,mail\n7,a@example.com')).toEqual([null, null]);
  });
});
