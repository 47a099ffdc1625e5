import { describe, expect, test } from 'vitest';
import { encodingsOf, found, type Needle } from './needles.ts';

describe('the search itself', () => {
  const text = 'c4naryQ9x7Lk2Pz8Vw3T';
  const needles: Needle[] = [{ what: 'it', text }];

  test.each(['', 'a', 'ab', 'abc', 'abcd'])('finds base64 of it behind "%s"', (before) => {
    const hay = Buffer.from(`${before}${text}, and more`);
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(found(needles, `x ${hay.toString(form)} y`)).not.toEqual([]);
  });

  test('finds it raw, escaped and encoded, and not what is like it', () => {
    for (const form of encodingsOf(text)) expect(found(needles, `x${form}y`), form).not.toEqual([]);
    const hardText = 'p"ä/+=&% z';
    const hard: Needle[] = [{ what: 'it', text: hardText }];
    expect(found(hard, JSON.stringify({ a: hardText }))).not.toEqual([]);
    expect(found(hard, JSON.stringify(JSON.stringify({ a: hardText })))).not.toEqual([]);
    expect(found(hard, `?a=${encodeURIComponent(hardText)}`)).not.toEqual([]);
    expect(found(needles, text.slice(1))).toEqual([]);
  });
});
