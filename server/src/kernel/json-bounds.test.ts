import { describe, expect, it } from 'vitest';
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
    // In texts they are only signs.
    [JSON.stringify({ text: '[{,"'.repeat(100_000) }), null],
  ])('%.20s', (json, excess) => {
    expect(excessOf(json)).toEqual(excess);
  });
});
