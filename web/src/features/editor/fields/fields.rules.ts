import type { Json, JsonObject } from 'outstep/kernel/json.ts';

/** A member of a block as its schema describes it. */
export interface BlockField {
  name: string;
  kind: 'text' | 'rich' | 'expression' | 'color' | 'number' | 'choice' | 'switch' | 'file' | 'group' | 'list';
  /** The default; `undefined` if the member has none. */
  fallback: Json | undefined;
  isRequired: boolean;
  /** Only for numbers. */
  isWhole: boolean;
  min?: number;
  max?: number;
  choices: readonly string[];
  /** The members of a group, or of each entry in a list. */
  fields: readonly BlockField[];
}

interface FieldSchema {
  type?: string;
  title?: string;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  anyOf?: FieldSchema[];
  oneOf?: FieldSchema[];
  items?: FieldSchema;
  enum?: string[];
  pattern?: string;
  default?: Json;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  $ref?: string;
}

/** The parts of the `GET /layout-schema` response that the editor uses. */
export interface LayoutSchema {
  schema: FieldSchema & { $defs: { Block: FieldSchema } };
  liquid: { filters: string[] };
}

/** Members that contain Liquid without braces. */
const expressions = new Set(['showIf', 'if', 'source', 'currency']);
/** Strings that may be longer than this are HTML. */
const LONG = 50_000;
/** Left to the outline, like all lists of blocks. */
const structural = new Set(['type', 'blocks', 'else', 'columns']);

function kindOf(name: string, schema: FieldSchema): BlockField['kind'] | null {
  if (schema.$ref) return null;
  if (schema.enum) return 'choice';
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'object':
      return schema.properties ? 'group' : null;
    case 'array':
      return schema.items?.properties ? 'list' : null;
    case 'string':
      if (name === 'fileKey') return 'file';
      if (expressions.has(name)) return 'expression';
      if (schema.pattern?.startsWith('^#')) return 'color';
      return (schema.maxLength ?? 0) > LONG ? 'rich' : 'text';
    default:
      return null;
  }
}

function fieldOf(name: string, outer: FieldSchema, isRequired: boolean): BlockField | null {
  const inner = outer.anyOf?.find(({ type }) => type !== 'null') ?? outer;
  const kind = kindOf(name, inner);
  if (kind === null) return null;
  return {
    ...{ name, kind, isRequired, fallback: outer.default, isWhole: inner.type === 'integer' },
    ...(inner.minimum !== undefined && { min: inner.minimum }),
    ...(inner.maximum !== undefined && { max: inner.maximum }),
    choices: inner.enum ?? [],
    fields: membersOf(kind === 'list' ? (inner.items ?? {}) : inner),
  };
}

function membersOf({ properties = {}, required = [] }: FieldSchema): BlockField[] {
  return Object.entries(properties)
    .filter(([name]) => !structural.has(name))
    .flatMap(([name, schema]) => fieldOf(name, schema, required.includes(name)) ?? []);
}

/** The fields of each block type, and the global fields. */
export function fieldsOf({ schema }: LayoutSchema): {
  blocks: ReadonlyMap<string, readonly BlockField[]>;
  global: readonly BlockField[];
} {
  const kinds = schema.$defs.Block.oneOf ?? [];
  return {
    blocks: new Map(kinds.map((kind) => [kind.title ?? '', membersOf(kind)])),
    global: membersOf(schema.properties?.['global'] ?? {}),
  };
}

/** A new entry that is valid or nearly so: URLs contain only their required prefix. */
export const newEntry = (fields: readonly BlockField[]): JsonObject =>
  Object.fromEntries(
    fields
      .filter(({ isRequired }) => isRequired)
      .map(({ name, choices }) => [name, choices[0] ?? (name === 'url' ? 'https://' : '')]),
  );
