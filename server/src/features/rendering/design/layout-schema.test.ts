import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkLiquid } from '../liquid/check-liquid.rules.ts';
import { createLiquidEngine } from '../liquid/liquid-engine.rules.ts';
import { blockKinds } from './all-blocks.schema.ts';
import { design, problemsOfDesign } from './design.schema.ts';
import { layoutSchemaAnswer } from './layout-schema.rules.ts';

const answer = layoutSchemaAnswer();

describe('the schema that is answered', () => {
  const fromSchema = z.fromJSONSchema(answer.schema as Parameters<typeof z.fromJSONSchema>[0]);

  it('takes the example and every sample, as the service does', () => {
    for (const value of [answer.example, ...blockKinds.map(({ sample }) => ({ blocks: [sample] }))]) {
      expect(fromSchema.safeParse(value).error).toBeUndefined();
      expect(problemsOfDesign(value)).toEqual([]);
    }
  });

  it('refuses what the service refuses', () => {
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

describe('the defaults that are answered', () => {
  it('are what is filled in', () => {
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

describe('the Liquid that is answered', () => {
  it('is the language: every filter and tag of it is known, no other', () => {
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
