import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OperationError } from './error.ts';
import { anyObject, passThrough, versioned } from './versioned.ts';

const first = z.tuple([z.string(), z.number()]).transform(([name, size]) => ({ name, size, color: 'none' }));
const second = z.object({ name: z.string(), size: z.number(), color: z.string() });
const boxes = versioned('box', first, second);

describe('a versioned value', () => {
  test('includes its version', () => {
    expect(JSON.parse(boxes.write({ name: 'a', size: 1, color: 'red' }))).toEqual({
      ...{ v: 2, name: 'a', size: 1, color: 'red' },
    });
  });

  test('is read unchanged, without its version', () => {
    const box = { name: 'a', size: 1, color: 'red' };
    expect(boxes.read(boxes.write(box))).toEqual(box);
  });

  test('without a version counts as the first version and is converted to the current one', () => {
    expect(boxes.read('["a",1]')).toEqual({ name: 'a', size: 1, color: 'none' });
  });

  test('from a newer release is rejected as unavailable, so that the reader retries', () => {
    const read = () => boxes.read('{"v":3,"name":"a","size":1,"color":"red"}');
    expect(read).toThrow(OperationError);
    expect(read).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });

  test.each(['{"v":0}', '{"v":"2"}', '{"v":1.5}', '{"v":null}'])(
    '%s does not have a known version',
    (text) => {
      expect(() => boxes.read(text)).toThrow('a box of version');
    },
  );

  test('in another shape causes an error without its values', () => {
    const read = () => boxes.read('{"v":2,"name":"a","size":"hunter2","color":"red"}');
    expect(read).toThrow('a box that cannot be read: size invalid_type');
    expect(read).not.toThrow(/hunter2/);
  });
});

test('passes embedded JSON through without scanning or rebuilding it', () => {
  const values = versioned('value', z.object({ variables: anyObject }));
  const text = '{"v":1,"variables":{"__proto__":{"a":1},"v":7,"b":[{"z":1,"a":null}]}}';
  expect(values.write(values.read(text))).toBe(text);
});

test('keeps the order of fields', () => {
  const kept = versioned(
    'list',
    z.object({ items: z.array(passThrough(z.strictObject({ a: z.number(), b: z.number() }))) }),
  );
  expect(kept.write(kept.read('{"items":[{"b":1,"a":2}]}'))).toBe('{"v":1,"items":[{"b":1,"a":2}]}');
});
