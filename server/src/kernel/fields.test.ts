import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { firstMatchingNames, membersFor, parseFields, text } from './fields.ts';

describe('lengths', () => {
  const schema = z.strictObject({ subject: text(10) });
  const isTaken = (subject: string) => schema.safeParse({ subject }).success;

  test('count code points (contract: Fields 6)', () => {
    expect(isTaken('x'.repeat(10))).toBe(true);
    expect(isTaken('x'.repeat(11))).toBe(false);
    expect(isTaken('😀'.repeat(10))).toBe(true);
    expect(isTaken('😀'.repeat(11))).toBe(false);
    expect(isTaken(`${'😀'.repeat(9)}xx`)).toBe(false);
  });

  test('rejects text with more than two units per allowed character without counting', () => {
    const counted = vi.spyOn(String.prototype, Symbol.iterator);
    try {
      for (const sign of ['x', 'é', '😀']) expect(isTaken(sign.repeat(2_000_000 / sign.length))).toBe(false);
      expect(counted).not.toHaveBeenCalled();
      isTaken('😀'.repeat(10));
      expect(counted).toHaveBeenCalled();
    } finally {
      counted.mockRestore();
    }
  });
});

describe('unknown fields', () => {
  const schema = z.object({ name: text(10), subject: text(10).optional() });
  const sent = Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`member${i}`, i]));

  test('are omitted, except for those that an error names (contract: Fields 5)', () => {
    expect(membersFor(schema, { ...sent, name: 'a' })).toEqual({
      name: 'a',
      member0: 0,
      member1: 1,
      member2: 2,
      member3: 3,
      member4: 4,
    });
    expect(() => parseFields(z.strictObject(schema.shape), membersFor(schema, sent))).toThrow(
      'name: required; member0: unknown field; member1: unknown field; member2: unknown field; member3: unknown field',
    );
  });

  test('__proto__ is an ordinary field', () => {
    const fields = JSON.parse('{"name":"a","__proto__":{"subject":"b"}}');
    const members = membersFor(schema, fields);
    expect(Object.getPrototypeOf(members)).toBe(Object.prototype);
    expect(Object.keys(members)).toEqual(['name', '__proto__']);
    expect(parseFields(schema, members)).toEqual({ name: 'a' });
  });

  test('an error names five of thousands', () => {
    const nested = z.object({ design: z.strictObject({}) });
    expect(() => parseFields(nested, { design: sent })).toThrow(
      /^design\.member0: unknown field; .*member4: unknown field$/,
    );
  });

  test('the named fields are the first ones sent', () => {
    expect(firstMatchingNames(sent, 2, (name) => name.endsWith('9'))).toEqual(['member9', 'member19']);
  });
});
