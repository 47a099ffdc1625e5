import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from '../../../kernel/json-schema.ts';
import { checkLiquid } from '../liquid/check-liquid.rules.ts';
import { createLiquidEngine } from '../liquid/liquid-engine.rules.ts';
import { blockKinds } from './all-blocks.schema.ts';
import { design, problemsOfDesign } from './design.schema.ts';
import { layoutSchemaAnswer } from './layout-schema.rules.ts';

const answer = layoutSchemaAnswer();

describe('the returned schema', () => {
  const fromSchema = z.fromJSONSchema(answer.schema as Parameters<typeof z.fromJSONSchema>[0]);

  it('accepts the example and every sample, as the service does', () => {
    for (const value of [answer.example, ...blockKinds.map(({ sample }) => ({ blocks: [sample] }))]) {
      expect(fromSchema.safeParse(value).error).toBeUndefined();
      expect(problemsOfDesign(value)).toEqual([]);
    }
  });

  it('rejects what the service rejects', () => {
    const wrong = [
      { blocks: [{ type: 'carousel' }] },
      { blocks: [{ type: 'heading' }] },
      { blocks: [{ type: 'heading', text: 'a', txt: 'b' }] },
      { blocks: [], color: '#fff' },
      { blocks: [{ type: 'button', label: 'a', url: 'javascript:x' }] },
      { blocks: [{ type: 'loop', source: 'a', blocks: [{ type: 'text', html: 3 }] }] },
    ];
    for (const value of wrong) {
      expect(fromSchema.safeParse(value).success, JSON.stringify(value)).toBe(false);
      expect(problemsOfDesign(value)).not.toEqual([]);
    }
  });
});

type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
};

/** Turns an allowed value into one that violates the keyword. */
const violations: Record<string, (limit: never, value: unknown) => unknown> = {
  additionalProperties: (_limit: false, value) => ({ ...(value as object), 'no such member': 1 }),
  required: ([first]: string[], value) => ({ ...(value as object), [first as string]: undefined }),
  minLength: () => '',
  maxLength: (limit: number) => 'x'.repeat(limit + 1),
  pattern: () => '\u0000',
  enum: () => 'none of them',
  const: () => 'another',
  minimum: (limit: number) => limit - 1,
  maximum: (limit: number) => limit + 1,
  minItems: (limit: number, value) => (value as unknown[]).slice(0, limit - 1),
  maxItems: (limit: number, value) => Array(limit + 1).fill((value as unknown[])[0]),
  type: (type: string) => (type === 'object' ? 'text' : { an: 'object' }),
};

/** Keywords that do not restrict values, or only lead to other schemas. */
const silent = new Set(
  'title description default properties items anyOf oneOf $ref $defs format examples'.split(' '),
);

const sampleOf = ({ enum: values, const: only, type, minimum, items, minLength }: Schema): unknown => {
  if (values) return (values as unknown[])[0];
  if (only !== undefined) return only;
  if (type === 'array') return items ? [sampleOf(items)] : [];
  if (type === 'number' || type === 'integer') return minimum ?? 1;
  if (type === 'boolean') return true;
  return minLength ? 'x' : '';
};

/** Each way in which a value can violate the schema, as the whole design that contains it. */
function* broken(
  schema: Schema,
  value: unknown,
  put: (value: unknown) => unknown,
  path: string,
): Generator<[what: string, whole: unknown]> {
  for (const [keyword, limit] of Object.entries(schema)) {
    if (silent.has(keyword)) continue;
    const violate = violations[keyword];
    if (!violate) throw new Error(`no violation of ${keyword} at ${path}`);
    // An open object allows any member.
    if (keyword === 'additionalProperties' && limit !== false) continue;
    yield [`${path} ${keyword}`, put(violate(limit as never, value))];
  }
  const members = value as Record<string, unknown>;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const options = property.anyOf?.filter(({ type }) => type !== 'null') ?? [property];
    // With several options, one may allow what another forbids. A list of blocks has its own samples.
    if (options.length !== 1 || name === 'blocks' || name === 'else') continue;
    const [only] = options as [Schema];
    const member = members[name] ?? sampleOf(only);
    yield* broken(only, member, (next) => put({ ...members, [name]: next }), `${path}.${name}`);
  }
}

describe('every constraint of the schema is checked (contract: Layouts 19)', () => {
  const refused = (design: unknown) => problemsOfDesign(design).length > 0;

  it.each(blockKinds.map(({ type, schema, sample }) => ({ type, schema, sample })))(
    'in $type',
    ({ type, schema, sample }) => {
      const json = jsonSchemaOf(schema, 'input') as Schema;
      const ways = [...broken(json, sample, (block) => ({ blocks: [block] }), type)];
      expect(ways.length).toBeGreaterThan(3);
      expect(ways.filter(([, design]) => !refused(design)).map(([what]) => what)).toEqual([]);
    },
  );

  it('in the design and its styles', () => {
    const { $schema, ...json } = answer.schema as Schema;
    const ways = [...broken(json, { blocks: [] }, (design) => design, 'bodyDesign')];
    expect(ways.length).toBeGreaterThan(20);
    expect(ways.filter(([, design]) => !refused(design)).map(([what]) => what)).toEqual([]);
  });
});

describe('the returned defaults', () => {
  it('are the values that are filled in', () => {
    expect(answer.defaults.global).toEqual(design.parse({ blocks: [] }).global);
    for (const { type, schema, sample } of blockKinds) {
      const filled = schema.parse(sample) as Record<string, unknown>;
      for (const [name, value] of Object.entries(answer.defaults.blocks[type] ?? {}))
        if (!(name in sample)) expect(filled[name], `${type}.${name}`).toEqual(value);
    }
  });

  it('can be written out in full', () => {
    const { global, blocks } = answer.defaults;
    const written = blockKinds.map(({ type, sample }) => ({ ...blocks[type], ...sample }));
    expect(problemsOfDesign({ global, blocks: written })).toEqual([]);
  });
});

describe('the returned Liquid vocabulary', () => {
  it('lists exactly the supported filters and tags', () => {
    expect(answer.liquid.filters).toEqual(Object.keys(createLiquidEngine('html').filters).sort());
    for (const filter of answer.liquid.filters)
      expect(checkLiquid(`{{ variables.a | ${filter}: 1 }}`), filter).toBeNull();
    for (const gone of ['include', 'render', 'layout', 'block'])
      expect(answer.liquid.tags).not.toContain(gone);
    for (const tag of answer.liquid.tags)
      expect(checkLiquid(`{% ${tag} %}`) ?? '').not.toContain('unknown tag');
  });
});

it('the guide names every block', () => {
  for (const { type } of blockKinds) expect(answer.guide).toContain(`| \`${type}\` |`);
  expect(answer.guide.length).toBeLessThan(8000);
});
