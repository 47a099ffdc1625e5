import { describe, expect, it } from 'vitest';
import { searchFor } from './known-search.rules.ts';
import { knownPersonal, knownSecrets, wholeCredentials } from './known-values.rules.ts';
import { ANYHOW, AS_WRITTEN } from './wanted-forms.rules.ts';

const written = (...values: string[]) => searchFor(wholeCredentials(values), AS_WRITTEN);
const anyhow = (...values: string[]) => searchFor(knownSecrets(values.map((value) => ['S', value])), ANYHOW);

/** The text with a dot for every character that is found. */
function dotted(text: string, search: { find(text: string): { start: number; end: number }[] }): string {
  const signs = [...text];
  for (const { start, end } of search.find(text)) signs.fill('.', start, end);
  return signs.join('');
}

const LONG = 'correct-horse-battery-staple-0123456789-tail';

describe('a known value', () => {
  it('is found in its own case as written, and in any case anyhow', () => {
    expect(dotted('a Hunter2x b hunter2X', written('Hunter2x'))).toBe('a ........ b hunter2X');
    expect(dotted('a Hunter2x b hunter2X', anyhow('Hunter2x'))).toBe('a ........ b ........');
  });

  it('is found by a long enough beginning as written, as far as the text goes on like it', () => {
    const search = written(LONG);
    for (const length of [32, 33, 40, LONG.length])
      expect(dotted(`(${LONG.slice(0, length)}!`, search)).toBe(`(${'.'.repeat(length)}!`);
    expect(dotted(LONG.slice(0, 31), search)).toBe(LONG.slice(0, 31));
  });

  it('is found anyhow by its beginning or its end, from 12 characters and 60 % on (contract: History and stats 13)', () => {
    const search = anyhow(LONG);
    const least = Math.ceil(LONG.length * 0.6);
    for (const length of [least, least + 1, LONG.length - 1])
      for (const piece of [LONG.slice(0, length), LONG.slice(-length)])
        expect(dotted(`x${piece}x`, search)).toBe(`x${'.'.repeat(length)}x`);
    for (const piece of [LONG.slice(0, least - 1), LONG.slice(1 - least)])
      expect(dotted(piece, search)).toBe(piece);
    const short = 'abcdefghijklmn';
    expect(dotted(short.slice(0, 12), anyhow(short))).toBe('.'.repeat(12));
    expect(dotted(short.slice(0, 11), anyhow(short))).toBe(short.slice(0, 11));
  });

  it('is found to the end when a piece of a very long one was cut', () => {
    const long = Array.from({ length: 400 }, (_, i) => (i * 7919).toString(36)).join('-');
    for (const length of [700, 1000, 1300])
      for (const piece of [long.slice(0, length), long.slice(-length)])
        expect(dotted(`(${piece})`, anyhow(long))).toBe(`(${'.'.repeat(length)})`);
  });

  it('is not found by the domain of an address, which masks show', () => {
    const search = searchFor(knownPersonal([{ kind: 'email', value: 'jo@shop.example.com' }]), ANYHOW);
    expect(dotted('ab@shop.example.com, www.shop.example.com', search)).toBe(
      'ab@shop.example.com, www.shop.example.com',
    );
    expect(dotted('o@shop.example.com', search)).toBe('.'.repeat(18));
  });

  it('is hidden to its end when another begins in the same way', () => {
    const [first, second] = [`${LONG}-and-much-longer`, `${LONG}+other`];
    expect(dotted(`${second};`, written(first, second))).toBe(`${'.'.repeat(second.length)};`);
  });

  it('is hidden where it begins inside another', () => {
    expect(dotted('abcdefgh12345678', written('abcdefgh12', 'gh12345678'))).toBe('.'.repeat(16));
    const later = `${LONG.slice(1)}-goes-on`;
    expect(dotted(`c${later};`, written(LONG, later))).toBe(`${'.'.repeat(later.length + 1)};`);
  });
});

describe('hostile values', () => {
  const MB = 1_000_000;
  const LIMIT_MS = 1000;
  const varied = Array.from({ length: 4000 }, (_, i) => (i * i * 7919).toString(36)).join('');

  it.each([
    ['the ends of one another', Array.from({ length: 256 }, (_, i) => varied.slice(i)), varied],
    ['alike but for their end', Array.from({ length: 256 }, (_, i) => `${'a'.repeat(900)}${i}`), 'a'],
    ['alike but for case', Array.from({ length: 256 }, (_, i) => `${'aA'.repeat(i + 9)}1`), 'aa'],
  ])('that are %s are looked for in linear time', (_, values, unit) => {
    const text = unit.repeat(Math.ceil(MB / unit.length));
    const start = process.cpuUsage();
    written(...values).find(text);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  });
});
