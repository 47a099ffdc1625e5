import type { z } from 'zod';

interface NamedSchema {
  name: string;
  /** The schema to document, if the actual schema only validates a value that is kept exactly as sent. */
  as: z.ZodType;
}

/**
 * Separate from zod's registry: tools for assistants show every schema in full, and only the OpenAPI document
 * refers to schemas by name.
 */
const names = new WeakMap<z.ZodType, NamedSchema>();

/** Gives a schema the name that the OpenAPI document uses for it. */
export function nameSchema<S extends z.ZodType>(name: string, schema: S, as: z.ZodType = schema): S {
  names.set(schema, { name, as });
  return schema;
}

export const namedSchemaOf = (schema: z.ZodType): NamedSchema | undefined => names.get(schema);
