import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Brand, brandOf } from '../../library/settings/brand.rules.ts';
import { compileDesign, emptyJob } from '../../rendering/design/compile-design.rules.ts';
import { problemsOfDesign } from '../../rendering/design/design.schema.ts';
import { starterDesigns } from './starter-designs.rules.ts';
import { brandedGlobal, withBrand } from './with-brand.rules.ts';

const none = brandOf(new Map());
const brand: Brand = {
  background: '#fff4e0',
  contentBackground: '#fffdf8',
  textColor: '#221b10',
  linkColor: '#8a3b00',
  buttonFill: '#0b5e4e',
  buttonColor: '#fefefe',
  fontFamily: 'georgia',
  buttonRadius: 50,
};

async function htmlOf(design: JsonObject) {
  const outcome = await compileDesign({ ...emptyJob, design });
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.html;
}

describe.each(starterDesigns.en)('$key', ({ bodyDesign }) => {
  test('is unchanged for a store without a brand', () => {
    expect(withBrand(bodyDesign, none)).toBe(bodyDesign);
  });

  test('takes the colors and shapes of a brand and keeps its texts', async () => {
    const branded = withBrand(bodyDesign, brand);
    expect(problemsOfDesign(branded)).toEqual([]);
    expect(branded['global']).toMatchObject(brand);
    expect(branded['testVariables']).toEqual(bodyDesign['testVariables']);
    const html = await htmlOf(branded);
    for (const color of [brand.background, brand.contentBackground, brand.textColor])
      expect(html).toContain(color);
    expect(html).toContain('Georgia');
    const own = Object.entries((bodyDesign['global'] ?? {}) as JsonObject);
    for (const [, value] of own.filter(([name]) => name !== 'fontFamily' && Object.hasOwn(brand, name)))
      expect(html).not.toContain(String(value));
  });
});

test('a brand with one color replaces all colors of a design and nothing else', () => {
  const global = { width: 640, linkColor: '#111111', background: '#222222', fontFamily: 'times' };
  expect(brandedGlobal(global, { ...none, textColor: '#333333' })).toEqual({
    ...{ width: 640, fontFamily: 'times', textColor: '#333333' },
  });
  expect(brandedGlobal(global, { ...none, buttonRadius: 0 })).toEqual({ ...global, buttonRadius: 0 });
  expect(brandedGlobal(global, none)).toEqual(global);
});

test('applies the brand color to backgrounds and its shape to buttons without changing the input', () => {
  const design = {
    blocks: [
      { type: 'text', html: '<p>A</p>', background: '#17624a' },
      { type: 'columns', columns: [{ blocks: [{ type: 'text', html: '', background: '#ebe6fa' }] }] },
      {
        type: 'button',
        label: 'B',
        url: '#',
        radius: 24,
        fill: '#123456',
        color: '#ffffff',
        fullWidth: true,
      },
      { type: 'image', url: 'https://a.example', alt: '', radius: 8 },
    ],
  };
  const before = structuredClone(design);
  const { blocks } = withBrand(design, brand) as { blocks: unknown };
  expect(blocks).toEqual([
    { type: 'text', html: '<p>A</p>', background: '#0b5e4e' },
    { type: 'columns', columns: [{ blocks: [{ type: 'text', html: '', background: '#e2ecea' }] }] },
    { type: 'button', label: 'B', url: '#', fullWidth: true },
    { type: 'image', url: 'https://a.example', alt: '', radius: 8 },
  ]);
  expect(design).toEqual(before);
});

test('a button takes fill, label color and corners from the whole email unless it has its own', async () => {
  const button = { type: 'button', label: 'Go', url: 'https://a.example' };
  const global = { buttonFill: '#102030', buttonColor: '#ffeedd', buttonRadius: 17 };
  const html = await htmlOf({ global, blocks: [button] });
  for (const part of ['#102030', '#ffeedd', '17px']) expect(html).toContain(part);
  const own = await htmlOf({ global, blocks: [{ ...button, fill: '#fafafa', radius: 3 }] });
  for (const part of ['#102030', '#ffeedd', '17px']) expect(own).not.toContain(part);
  expect(own).toContain('#16191d');
  expect(await htmlOf({ blocks: [button] })).toBe(
    await htmlOf({ global: { buttonRadius: 4, buttonFill: null }, blocks: [{ ...button, radius: 4 }] }),
  );
});
