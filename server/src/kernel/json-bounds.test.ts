import { describe, expect, it } from 'vitest';
import { noMoreThan } from '../../test/harness/size.ts';
import { jsonLimitError } from './json-bounds.ts';

const excessOf = (json: string) => jsonLimitError(Buffer.from(json));

describe('limits on JSON', () => {
  it.each([
    ['[]', null],
    [`${'['.repeat(64)}${']'.repeat(64)}`, null],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'nested deeper than 64 levels'],
    [JSON.stringify(new Array(19_000).fill(1)), null],
    [JSON.stringify(new Array(20_000).fill(1)), 'more than 20000 values'],
    [JSON.stringify(new Array(10_000).fill({})), 'more than 20000 values'],
    [
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, i) => [i, 1]))),
      'more than 20000 values',
    ],
    // Inside strings, these are ordinary characters.
    [JSON.stringify({ text: '[{,"'.repeat(100_000) }), null],
  ])('%.20s', (json, excess) => {
    expect(excessOf(json)).toEqual(excess);
  });
});

it('a string ends at its own quotation mark, however long it is and whatever it escapes', () => {
  const texts = ['', 'x', '\\', '"', '\\"', '[{', '\\\\', 'é😀'];
  for (const length of [0, 1, 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129, 500])
    for (const last of texts) {
      for (const filler of ['x', '\\', '"']) {
        const text = filler.repeat(length) + last;
        const many = JSON.stringify(Array.from({ length: 19_999 }, (_, i) => (i % 5000 === 0 ? text : 0)));
        expect(jsonLimitError(Buffer.from(many)), text).toBeNull();
        expect(jsonLimitError(Buffer.from(many.replace('[', '[1,1,'))), text).not.toBeNull();
      }
    }
});

it.each([
  ['a long text', 'x'.repeat(1_990_000)],
  ['escaped quotation marks', '"'.repeat(990_000)],
  ['backslashes', '\\'.repeat(990_000)],
])('%s takes a few milliseconds', (_, text) => {
  const json = Buffer.from(JSON.stringify({ subject: text }));
  jsonLimitError(json);
  const begin = process.cpuUsage();
  for (let i = 0; i < 10; i++) jsonLimitError(json);
  expect(process.cpuUsage(begin).user / 10_000).toBeLessThan(noMoreThan(20));
});
