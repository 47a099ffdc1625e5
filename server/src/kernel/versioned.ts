import { z } from 'zod';
import { OperationError } from './error.ts';
import type { Json, JsonObject } from './json.ts';
import { message } from './messages/message.ts';
import { isPlainObject } from './plain-object.ts';

/** Serialized values that a later release may read, or an earlier one while a new one is being rolled out. */
export interface Versioned<T extends object> {
  write(value: T): string;
  read(text: string): T;
}

/** JSON from elsewhere: only checks that it is an object, however large it is. */
export const anyObject = z.custom<JsonObject>(isPlainObject);
export const anyJson = z.custom<Json>((value) => value !== undefined);

/** Accepts a value that matches the schema, but returns the original, with its fields in order. */
export const passThrough = <T>(schema: z.ZodType) => z.custom<T>((value) => schema.safeParse(value).success);

/** The work is retried, and by then a process of the newer release may handle it. */
const tooNew = (what: string) =>
  new OperationError('unavailable', message('written_by_newer_release', { what }));

/** Release 0.1.0 wrote no version, so a value without one is version 1. */
function versionOf(tree: unknown): { v: unknown; value: unknown } {
  if (!isPlainObject(tree)) return { v: 1, value: tree };
  const { v = 1, ...value } = tree;
  return { v, value };
}

const problemsOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ');

/**
 * The schemas of all versions that may still be stored, from the first to the current one. An older schema
 * converts what it reads to the current shape. For any change of the shape, add a new version at the end of
 * the list.
 */
export function versioned<T extends object>(
  what: string,
  ...schemas: [z.ZodType<T>, ...z.ZodType<T>[]]
): Versioned<T> {
  return {
    write: (value) => JSON.stringify({ v: schemas.length, ...value }),
    read(text) {
      const { v, value } = versionOf(JSON.parse(text));
      if (typeof v !== 'number' || !Number.isSafeInteger(v) || v < 1)
        throw new Error(`a ${what} of version ${JSON.stringify(v)}`);
      const schema = schemas[v - 1];
      if (!schema) throw tooNew(what);
      const read = schema.safeParse(value);
      // Reports neither the values nor the cause, which contains them, because they are sealed.
      if (!read.success) throw new Error(`a ${what} that cannot be read: ${problemsOf(read.error)}`);
      return read.data;
    },
  };
}
