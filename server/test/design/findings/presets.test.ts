import { expect, it } from 'vitest';
import { findingsOf } from '../../../src/features/rendering/design/findings/findings.rules.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { defaultFacts, withHeader, words } from './facts.ts';

const picture = { type: 'image', url: 'https://a.example/a.png' };
const part = (preset: string) => ({ type: 'part', preset });
const presetOf = (name: string, ...blocks: Json[]) => ({ name, blocks, path: ['blocks'] });

const found = (facts: Parameters<typeof findingsOf>[0]) =>
  findingsOf(facts).map(({ rule, field, preset }) => ({ rule, field, preset }));

it('reports findings of a header, footer or part at the layout, with their location in the preset', () => {
  const german = { name: 'Hours', blocks: [picture], path: ['languages', 'de', 'blocks'] };
  const facts = {
    ...defaultFacts,
    design: {
      header: { preset: 'a' },
      blocks: [words, { type: 'columns', columns: [{ blocks: [part('b')] }] }],
      footer: { preset: 'c' },
    },
    presets: {
      a: presetOf('Shop', words, picture),
      b: presetOf('Offer', { type: 'button', label: 'Tea', url: '' }),
      c: german,
    },
  };
  expect(found(facts)).toEqual([
    {
      rule: 'link-empty',
      field: 'bodyDesign.blocks[1].columns[0].blocks[0]',
      preset: { id: 'b', name: 'Offer', field: 'blocks[0].url' },
    },
    {
      rule: 'alt-missing',
      field: 'bodyDesign.header',
      preset: { id: 'a', name: 'Shop', field: 'blocks[1].alt' },
    },
    {
      rule: 'alt-missing',
      field: 'bodyDesign.footer',
      preset: { id: 'c', name: 'Hours', field: 'languages.de.blocks[0].alt' },
    },
  ]);
});

it('reports findings of a part used twice once, and not of parts within presets', () => {
  const facts = {
    ...defaultFacts,
    design: { blocks: [words, part('a'), part('a')] },
    presets: { a: presetOf('Offer', picture, part('a')) },
  };
  expect(found(facts)).toMatchObject([{ field: 'bodyDesign.blocks[1]', preset: { field: 'blocks[0].alt' } }]);
});

it('reports a value in the layout if it uses it, else in the preset', () => {
  const shows = (name: string) => ({ type: 'text', html: `<p>{{ variables.${name} }}</p>` });
  const variables = { a: 'A', b: 'B' };
  expect(found(withHeader([shows('a'), shows('b')], [shows('a')], { variables }))).toEqual([
    { rule: 'default-missing', field: 'bodyDesign.blocks[0].html', preset: null },
    {
      rule: 'default-missing',
      field: 'bodyDesign.header',
      preset: { id: 'x', name: 'Shop', field: 'blocks[1].html' },
    },
  ]);
});

it('applies a part’s condition to its content, and checks the footer on the outer background', () => {
  const facts = {
    ...defaultFacts,
    design: {
      global: { background: '#555555' },
      blocks: [words, { ...part('a'), showIf: 'variables.offer' }],
      footer: { preset: 'b' },
    },
    presets: {
      a: presetOf('Offer', { type: 'text', html: '<p>{{ variables.text }}</p>' }),
      b: presetOf('F', words),
    },
  };
  expect(found(facts)).toEqual([
    { rule: 'contrast', field: 'bodyDesign.global.background', preset: null },
    { rule: 'default-missing', field: 'bodyDesign.blocks[1]', preset: expect.objectContaining({ id: 'a' }) },
  ]);
});
