import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { inputSchemaOf, jsonSchemaOf } from '../../kernel/json-schema.ts';
import { namedSchemaOf } from '../../kernel/named-schema.ts';
import { portable, VALUES } from './portable-schema.ts';

export type OpenApiObject = Record<string, unknown>;

const AT = '#/components/schemas/';
const DEFINED = '#/$defs/';

type Ref = { $ref: string };

const isObject = (value: unknown): value is OpenApiObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that may appear next to a reference to a schema. */
const BESIDE_REF = new Set(['$ref', 'description', 'default']);

export const refTo = (name: string) => ({ $ref: AT + name });

/** The schemas of a document: each named one is described once and referred to wherever it occurs. */
export function createSchemas() {
  const components: Record<string, OpenApiObject> = {};
  const made = new Set<string>();
  const answered = new Set<string>();

  /** Throws if two different schemas have the same name, because one of them would be described wrongly. */
  function add(name: string, schema: OpenApiObject) {
    const known = components[name];
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas are called ${name}`);
    components[name] = schema;
  }

  /** Replaces every named schema with a reference, except for `root`, which is being described. */
  const refer = (io: 'input' | 'output', root?: z.ZodType) => (schema: z.ZodType, json: OpenApiObject) => {
    const found = schema === root ? undefined : namedSchemaOf(schema);
    if (found) {
      describe(found.name, found.as, found.as === schema ? io : 'input');
      for (const member of Object.keys(json)) delete json[member];
      Object.assign(json, refTo(found.name));
    } else if (schema instanceof z.ZodDiscriminatedUnion) {
      json['discriminator'] = { propertyName: schema.def.discriminator };
    }
  };

  function describe(name: string, schema: z.ZodType, io: 'input' | 'output') {
    const once = `${name} ${io}`;
    if (made.has(once)) return;
    made.add(once);
    if (io === 'output') answered.add(name);
    add(name, hoistDefinitions(jsonSchemaOf(schema, io, refer(io, schema)), name) as OpenApiObject);
  }

  const hoistDefinitionsOfAll = (nodes: unknown, root: string) =>
    Object.fromEntries(
      Object.entries(nodes as OpenApiObject).map(([name, node]) => [name, hoistDefinitions(node, root)]),
    );

  /** Moves definitions to the schemas of the document; `#` is the schema that is being described. */
  function hoistDefinitions(node: unknown, root: string): unknown {
    if (Array.isArray(node)) return node.map((each) => hoistDefinitions(each, root));
    if (!isObject(node)) return node;
    const { $defs = {}, ...rest } = node;
    for (const [name, schema] of Object.entries(hoistDefinitionsOfAll($defs, root)))
      add(name, schema as OpenApiObject);
    return Object.fromEntries(
      Object.entries(rest).flatMap(([key, value]) => {
        if ('$ref' in rest && !BESIDE_REF.has(key)) return [];
        if (Math.abs(value as number) === Number.MAX_SAFE_INTEGER) return [];
        if (key === '$ref') return [[key, target(String(value), root)]];
        if (key === 'properties') return [[key, hoistDefinitionsOfAll(value, root)]];
        return [[key, VALUES.has(key) ? value : hoistDefinitions(value, root)]];
      }),
    );
  }

  const target = (ref: string, root: string) => {
    if (ref === '#') return AT + root;
    return ref.startsWith(DEFINED) ? AT + ref.slice(DEFINED.length) : ref;
  };

  /** The schema for each value of the discriminator. */
  function withMapping(schema: OpenApiObject): OpenApiObject {
    const { discriminator, oneOf } = schema as { discriminator?: { propertyName: string }; oneOf?: Ref[] };
    if (!discriminator || !oneOf) return schema;
    const mapping = oneOf.map(({ $ref }) => {
      const { properties } = components[$ref.slice(AT.length)] as {
        properties: Record<string, OpenApiObject>;
      };
      return [properties[discriminator.propertyName]?.['const'], $ref];
    });
    return { ...schema, discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) } };
  }

  return {
    /** All that were described, by name. */
    components: () =>
      Object.fromEntries(
        Object.entries(components)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, schema]) => [
            name,
            portable(withMapping(schema), answered.has(name) ? 'output' : 'input'),
          ]),
      ),
    /** The response schema. */
    output(name: string, schema: z.ZodType): OpenApiObject {
      const own = namedSchemaOf(schema)?.name ?? name;
      describe(own, schema, 'output');
      return refTo(own);
    },
    /** The fields that may be sent, and which of them are required. */
    members(schema: z.ZodObject): { properties: Record<string, OpenApiObject>; required: string[] } {
      const { properties = {}, required = [] } = hoistDefinitions(
        inputSchemaOf(schema, refer('input', schema)),
        '',
      ) as OpenApiObject;
      return { properties: properties as Record<string, OpenApiObject>, required: required as string[] };
    },
    /** The same without `null`, which a URL cannot contain. */
    parameters: (schema: z.ZodObject) =>
      (hoistDefinitions(jsonSchemaOf(schema, 'input', refer('input', schema)), '') as OpenApiObject)[
        'properties'
      ] as Record<string, OpenApiObject>,
    ref: refTo,
    add,
  };
}
