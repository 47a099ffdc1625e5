import type { z } from 'zod';
import { textReader } from '../calls/coerce-text.ts';

/** Reads a query string's texts as the types the input wants; an empty parameter is absent. */
export function queryReader(input: z.ZodObject): (query: Record<string, unknown>) => Record<string, unknown> {
  const read = textReader(input);
  return (query) => {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(query)) {
      if (value === '') continue;
      fields[name] = typeof value === 'string' ? read(name, value) : value;
    }
    return fields;
  };
}
