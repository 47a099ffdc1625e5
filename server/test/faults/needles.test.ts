import { describe, expect, test } from 'vitest';
import { encodingsOf, findNeedles, type Needle } from './needles.ts';

describe('the search itself', () => {
  const text = 'c4naryQ9x7Lk2Pz8Vw3T';
  const needles: Needle[] = [{ what: 'it', text }];

  test.each(['', 'a', 'ab', 'abc', 'abcd'])('finds base64 of it behind "%s"', (before) => {
    const hay = Buffer.from(`${before}${text}, and more`);
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(findNeedles(needles, `x ${hay.toString(form)} y`)).not.toEqual([]);
  });

  test('finds it raw, escaped and encoded, but not similar values', () => {
    for (const form of encodingsOf(text)) expect(findNeedles(needles, `x${form}y`), form).not.toEqual([]);
    const hardText = 'p"ä/+=&% z';
    const hard: Needle[] = [{ what: 'it', text: hardText }];
    expect(findNeedles(hard, JSON.stringify({ a: hardText }))).not.toEqual([]);
    expect(findNeedles(hard, JSON.stringify(JSON.stringify({ a: hardText })))).not.toEqual([]);
    expect(findNeedles(hard, `?a=${encodeURIComponent(hardText)}`)).not.toEqual([]);
    expect(findNeedles(needles, text.slice(1))).toEqual([]);
  });
});
