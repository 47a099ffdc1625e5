import { z } from 'zod';
import { acceptsNull } from './fields.ts';

export type JsonSchema = Record<string, unknown>;

/** Modifies the JSON Schema of a part of a schema. */
type Override = (schema: z.ZodType, jsonSchema: JsonSchema) => void;

/** The JSON Schema 2020-12 of a schema as seen on the wire, where times are strings. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', override?: Override): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      override?.(zodSchema as unknown as z.ZodType, jsonSchema);
    },
  }) as JsonSchema;
  return rest;
}

/** The same schema, but also allowing `null`. */
export function orNull(member: JsonSchema): JsonSchema {
  const { description, default: given, anyOf, ...rest } = member;
  const choices = (anyOf as JsonSchema[] | undefined) ?? [rest];
  const types = choices.flatMap(({ type }) => type);
  const isWhole = 'enum' in rest || '$ref' in rest;
  // A schema without a type accepts anything.
  if (types.includes('null') || (types.includes(undefined) && !isWhole)) return member;
  if (!anyOf && !isWhole) return { ...member, type: [...types, 'null'] };
  return {
    ...(given !== undefined && { default: given }),
    ...(description !== undefined && { description }),
    anyOf: [...choices, { type: 'null' }],
  };
}

/** The schema of what a caller may send: optional fields also accept `null` (contract: Fields 4). */
export function inputSchemaOf(input: z.ZodObject, override?: Override): JsonSchema {
  const schema = jsonSchemaOf(input, 'input', override);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, member]) => [
        name,
        acceptsNull(input.shape[name] as z.ZodType) ? orNull(member) : member,
      ]),
    ),
  };
}
