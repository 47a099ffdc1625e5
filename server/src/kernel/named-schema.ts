import type { z } from 'zod';

interface NamedSchema {
  name: string;
  /** Says what it holds, where the schema itself only checks it: a value that is kept exactly as sent. */
  as: z.ZodType;
}

/** Not zod's own registry: the tools of assistants show every schema in full, only the OpenAPI document refers to it. */
const names = new WeakMap<z.ZodType, NamedSchema>();

/** Gives a schema the name by which the OpenAPI document refers to it. */
export function nameSchema<S extends z.ZodType>(name: string, schema: S, as: z.ZodType = schema): S {
  names.set(schema, { name, as });
  return schema;
}

export const namedSchemaOf = (schema: z.ZodType): NamedSchema | undefined => names.get(schema);
