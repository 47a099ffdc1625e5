import { z } from 'zod';
import { takesNull } from './fields.ts';

type JsonSchema = Record<string, unknown>;

/** JSON Schema 2020-12 of a schema as the wire sees it: times are texts there. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  }) as Record<string, unknown>;
  return rest;
}

function orNull(member: JsonSchema): JsonSchema {
  const { description, default: given, anyOf, ...rest } = member;
  const choices = (anyOf as JsonSchema[] | undefined) ?? [rest];
  const types = choices.flatMap(({ type }) => type);
  // Without a type it takes anything.
  if (types.includes('null') || types.includes(undefined)) return member;
  if (!anyOf && !('enum' in rest)) return { ...member, type: [...types, 'null'] };
  return {
    ...(given !== undefined && { default: given }),
    ...(description !== undefined && { description }),
    anyOf: [...choices, { type: 'null' }],
  };
}

/** What a caller may send: an optional member also takes `null` (contract: Fields 4). */
export function inputSchemaOf(input: z.ZodObject): JsonSchema {
  const schema = jsonSchemaOf(input, 'input');
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, member]) => [
        name,
        takesNull(input.shape[name] as z.ZodType) ? orNull(member) : member,
      ]),
    ),
  };
}
