import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noMoreThan, sized } from '../../../../test/harness/size.ts';
import { encoders } from '../../../../test/masking/encoders.ts';
import { names, secrets } from '../../../../test/masking/values.ts';
import { decodedViewsOf } from './decoded-views.rules.ts';
import { longestFormOf } from './encodings.rules.ts';
import { matcherFor } from './known-matcher.rules.ts';
import { createKnownSearch } from './known-search.rules.ts';
import { knownPersonal, knownSecrets, wholeCredentials } from './known-values.rules.ts';
import { EXACT_SEARCH, THOROUGH_SEARCH } from './search-variants.rules.ts';

const written = (...values: string[]) => createKnownSearch(wholeCredentials(values), EXACT_SEARCH);
const searchAnyVariant = (...values: string[]) =>
  createKnownSearch(knownSecrets(values.map((value) => ['S', value])), THOROUGH_SEARCH);

/** The text with a dot in place of every character that was found. */
function dotted(text: string, search: { find(text: string): { start: number; end: number }[] }): string {
  const signs = [...text];
  for (const { start, end } of search.find(text)) signs.fill('.', start, end);
  return signs.join('');
}

const LONG = 'correct-horse-battery-staple-0123456789-tail';

describe('a known value', () => {
  it('is found case-sensitively in exact search and case-insensitively in thorough search', () => {
    expect(dotted('a Hunter2x b hunter2X', written('Hunter2x'))).toBe('a ........ b hunter2X');
    expect(dotted('a Hunter2x b hunter2X', searchAnyVariant('Hunter2x'))).toBe('a ........ b ........');
  });

  it('is found by a long enough exact prefix, as far as the text matches', () => {
    const search = written(LONG);
    for (const length of [32, 33, 40, LONG.length])
      expect(dotted(`(${LONG.slice(0, length)}!`, search)).toBe(`(${'.'.repeat(length)}!`);
    expect(dotted(LONG.slice(0, 31), search)).toBe(LONG.slice(0, 31));
  });

  it('is found in thorough search by prefix or suffix of at least 12 characters and 60 % (contract: History and stats 13)', () => {
    const search = searchAnyVariant(LONG);
    const least = Math.ceil(LONG.length * 0.6);
    for (const length of [least, least + 1, LONG.length - 1])
      for (const piece of [LONG.slice(0, length), LONG.slice(-length)])
        expect(dotted(piece, search)).toBe('.'.repeat(length));
    for (const piece of [LONG.slice(0, least - 1), LONG.slice(1 - least)])
      expect(dotted(piece, search)).toBe(piece);
    const short = 'abcdefghijklmn';
    expect(dotted(short.slice(0, 12), searchAnyVariant(short))).toBe('.'.repeat(12));
    expect(dotted(short.slice(0, 11), searchAnyVariant(short))).toBe(short.slice(0, 11));
  });

  it('is found to the end when a piece of a very long one was cut', () => {
    const long = Array.from({ length: 400 }, (_, i) => (i * 7919).toString(36)).join('-');
    for (const length of [700, 1000, 1300])
      for (const piece of [long.slice(0, length), long.slice(-length)])
        expect(dotted(piece, searchAnyVariant(long))).toBe('.'.repeat(length));
  });

  it('hides a fixed amount next to a partial match, so that it cannot be guessed character by character', () => {
    const long = Array.from({ length: 400 }, (_, i) => (i * 7919).toString(36)).join('-');
    for (const length of [20, 46, 60, 300, 513, 540, 700, 1100])
      for (const known of [12, 28, 36, 200].filter((count) => count < length)) {
        const value = long.slice(0, length);
        const search = searchAnyVariant(value);
        const after = (guess: string) =>
          dotted(`${value.slice(0, known)}${guess}${'~'.repeat(2000)}`, search);
        const before = (guess: string) => dotted(`${'~'.repeat(2000)}${guess}${value.slice(-known)}`, search);
        expect(after(value.slice(known, known + 1)), `${known} of ${length}`).toBe(
          after('!').replace('!', value.charAt(known)),
        );
        expect(before(value.slice(-known - 1, -known)), `${known} of ${length}`).toBe(
          before('!').replace('!', value.slice(-known - 1, -known)),
        );
      }
  });

  it('is not found by a short suffix', () => {
    const long = Array.from({ length: 400 }, (_, i) => (i * 7919).toString(36)).join('-');
    for (const length of [513, 515, 523, 540, 700, 1025, 1100])
      for (const known of [3, 12, 31]) {
        const piece = long.slice(0, length).slice(-known);
        expect(dotted(piece, searchAnyVariant(long.slice(0, length))), `${known} of ${length}`).toBe(piece);
      }
  });

  it('is not found by the domain of an address, which masks keep', () => {
    const search = createKnownSearch(
      knownPersonal([{ kind: 'email', value: 'jo@shop.example.com' }]),
      THOROUGH_SEARCH,
    );
    expect(dotted('ab@shop.example.com, www.shop.example.com', search)).toBe(
      'ab@shop.example.com, www.shop.example.com',
    );
    expect(dotted('o@shop.example.com', search)).toBe('.'.repeat(18));
  });

  it('is hidden completely when another shares its prefix', () => {
    const [first, second] = [`${LONG}-and-much-longer`, `${LONG}+other`];
    expect(dotted(`${second};`, written(first, second))).toBe(`${'.'.repeat(second.length)};`);
  });

  it('is hidden when it overlaps another', () => {
    expect(dotted('abcdefgh12345678', written('abcdefgh12', 'gh12345678'))).toBe('.'.repeat(16));
    const later = `${LONG.slice(1)}-goes-on`;
    expect(dotted(`c${later};`, written(LONG, later))).toBe(`${'.'.repeat(later.length + 1)};`);
  });
});

const around = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '<td style="width:100%">',
    '</td>\n  <td>',
    '&nbsp;',
    'IE=edge',
    ' ',
    '\u200b\u200b',
    'e',
    '\u0301',
  ),
  fc.constantFrom('lorem ipsum dolor sit amet, '.repeat(12), '<br />'.repeat(30), '   \n'.repeat(50)),
);
/** Text with values in various encodings, some of them surrounded by a lot of other text. */
const texts = fc.record({
  values: fc.array(fc.oneof(secrets, names), { minLength: 1, maxLength: 4 }),
  written: fc.array(
    fc.record({
      at: fc.nat(),
      before: fc.array(around, { maxLength: 4 }),
      encoders: fc.array(fc.constantFrom(...Object.values(encoders)), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

/** Marks the characters that are hidden. */
function hiddenIn(text: string, spans: readonly { start: number; end: number }[]): string {
  const signs = text.split('');
  for (const { start, end } of spans) signs.fill('.', start, end);
  return signs.join('');
}

describe('a search', () => {
  it('hides what a matcher for all values finds in all views of the whole text', () => {
    let found = 0;
    let windowed = 0;
    fc.assert(
      fc.property(texts, ({ values, written }) => {
        const known = [
          ...knownSecrets(values.slice(0, 2).map((value) => ['S', value])),
          ...knownPersonal(values.slice(1).map((value) => ({ kind: 'name', value }))),
        ];
        const text = written
          .map(({ at, before, encoders }) => {
            const value = values[at % values.length] as string;
            return before.join('') + encoders.reduce((shown, { encode }) => encode(shown), value);
          })
          .join('');
        const matches = matcherFor(known, THOROUGH_SEARCH);
        const all = [...decodedViewsOf(text)].flatMap(({ text: read, sourceOf }) =>
          matches(read, () => undefined).map(({ start, end }) => sourceOf(start, end)),
        );
        const whole = hiddenIn(text, all);
        expect(hiddenIn(text, createKnownSearch(known, THOROUGH_SEARCH).find(text))).toBe(whole);
        const reach = Math.max(0, ...known.map(longestFormOf));
        const readings = [...decodedViewsOf(text, reach)];
        expect(
          hiddenIn(
            text,
            createKnownSearch(known, THOROUGH_SEARCH).find(text, () => readings),
          ),
        ).toBe(whole);
        if (all.length > 0) found++;
        if (all.length > 0 && readings.length > 1 && 4 * reach <= text.length) windowed++;
      }),
      { numRuns: sized(200, 50_000) },
    );
    expect(found).toBeGreaterThan(sized(100, 25_000));
    expect(windowed).toBeGreaterThan(sized(5, 1_500));
  }, 3_600_000);

  it('remains fast when consecutive texts contain different values', () => {
    const values = Array.from({ length: 500 }, (_, i) => `${(i * 7919).toString(36)}-of-many-secrets-${i}`);
    const search = searchAnyVariant(...values);
    const start = process.cpuUsage();
    for (const value of values) search.find(`${value.slice(0, 20)} and so on`);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(noMoreThan(2000));
  });
});

describe('hostile values', () => {
  const MB = 1_000_000;
  const varied = Array.from({ length: 4000 }, (_, i) => (i * i * 7919).toString(36)).join('');

  it.each([
    ['the ends of one another', Array.from({ length: 256 }, (_, i) => varied.slice(i)), varied],
    ['alike but for their end', Array.from({ length: 256 }, (_, i) => `${'a'.repeat(900)}${i}`), 'a'],
    ['alike but for case', Array.from({ length: 256 }, (_, i) => `${'aA'.repeat(i + 9)}1`), 'aa'],
  ])('with %s is searched in linear time', (_, values, unit) => {
    const text = unit.repeat(Math.ceil(MB / unit.length));
    const start = process.cpuUsage();
    written(...values).find(text);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(noMoreThan(1000));
  });
});
