import { type JsonSchema, orNull } from '../../kernel/json-schema.ts';

/** Adapts schemas so that client generators understand them (contract: Every answer 13). */

/** Keywords whose values are not schemas. */
export const VALUES = new Set(['default', 'const', 'enum', 'examples', 'required']);

/** An object with arbitrary fields, whose generated type would otherwise have none. */
const isFree = ({ type, properties, additionalProperties: others = {} }: JsonSchema) =>
  [type].flat().includes('object') &&
  !properties &&
  typeof others === 'object' &&
  Object.keys(others as object).length === 0;

/**
 * openapi-typescript makes fields with this keyword required, so no block could be sent without a padding.
 * Omitting `null` or an empty object is the same as sending it, so these defaults are not mentioned.
 */
function withDefaultInWords({ default: given, ...schema }: JsonSchema): JsonSchema {
  if (given === undefined || typeof given === 'object') return schema;
  const { description } = schema;
  const words = `Default: \`${given}\`.`;
  return { ...schema, description: description ? `${description} ${words}` : words };
}

function portableMember(value: unknown, way: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((each) => portableMember(each, way));
  if (typeof value !== 'object' || value === null) return value;
  return portable(value as JsonSchema, way);
}

/** In closed input, which is stored as sent, `null` is the same as omitting a field (contract: Fields 4). */
function portableMembers(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  way: 'input' | 'output',
) {
  const mayBeNull = (name: string) =>
    way === 'input' && additionalProperties === false && !(required as string[]).includes(name);
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, member]) => {
      const own = portable(member, way);
      return [name, mayBeNull(name) ? orNull(own) : own];
    }),
  );
}

/** Responses may gain fields; input that rejects unknown fields declares it. */
export function portable(schema: JsonSchema, way: 'input' | 'output'): JsonSchema {
  const { propertyNames: _, additionalProperties: others, ...rest } = withDefaultInWords(schema);
  const own = Object.entries(rest).map(([key, value]) => {
    if (key === 'properties') return [key, portableMembers(schema, way)];
    return [key, VALUES.has(key) || key === 'discriminator' ? value : portableMember(value, way)];
  });
  const isClosed = others === false;
  return {
    ...Object.fromEntries(own),
    ...(isFree(schema) && { additionalProperties: true }),
    ...(isClosed && way === 'input' && { additionalProperties: false }),
    ...(others !== undefined &&
      !isClosed &&
      !isFree(schema) && { additionalProperties: portableMember(others, way) }),
  };
}
