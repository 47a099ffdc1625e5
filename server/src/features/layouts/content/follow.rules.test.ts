import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { hash } from '../../../../test/layouts/arbitrary.ts';
import {
  anyEdits,
  designsWithUniqueTexts,
  edited,
  editsOfNamed,
  mapTexts,
  withBlockIds,
} from '../../../../test/layouts/edits.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { compileDesign, emptyJob } from '../../rendering/design/compile-design.rules.ts';
import { problemsOfDesign } from '../../rendering/design/design.schema.ts';
import { differsBeyondTexts } from '../../rendering/design/design-texts.rules.ts';
import { withLanguage } from '../translations/translations.rules.ts';
import { followerOf } from './follow.rules.ts';
import { mainContentOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import { applyLayoutChange, createdLayout } from './layouts.rules.ts';
import { MainTexts } from './stale.rules.ts';

const german = (text: string) => text.replace('Words', 'Wörter');
const first = (text: string) => text.replace(/( - |-)\d+(-\d+| - \d+)*$/, '');

const layoutOf = (bodyDesign: JsonObject, own: JsonObject) =>
  withLanguage(
    createdLayout({ name: 'A', subject: 'Hello', bodyDesign }),
    ...(['de', { subject: 'Hallo', bodyDesign: own }, hash] as const),
  );
const germanOf = (state: LayoutState) => state.languages['de'] as LanguageContent;
function changed(state: LayoutState, bodyDesign: JsonObject): LayoutState {
  const after = applyLayoutChange(state, { bodyDesign });
  const de = germanOf(after);
  const follow = followerOf(state, after, hash);
  const now = follow ? follow.withDesign(de, follow.designOf(de)) : de;
  return { ...after, languages: { ...after.languages, de: now } };
}
const designOf = (state: LayoutState) => germanOf(state).bodyDesign as JsonObject;
function staleTexts(state: LayoutState): string[] {
  const main = new MainTexts(mainContentOf(state), hash);
  const stale = main.staleOf(germanOf(state));
  return main.texts.flatMap(({ name, text }) => (stale.has(name) ? [text] : [])).sort();
}

const runs = { numRuns: sized(100, 3000) };
const isNew = (text: string) => text.includes('new');
const hasWords = (text: string) => text.includes('Words');

describe('after any edits to the main language, a following language', () => {
  test('has its blocks, order and styles, and is valid', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts, anyEdits, (design, edits) => {
        const after = edited(design, edits).design;
        const own = designOf(changed(layoutOf(design, mapTexts(design, german)), after));
        expect(problemsOfDesign(own)).toEqual([]);
        expect(differsBeyondTexts(own, after)).toBe(false);
      }),
      runs,
    );
  });

  test('compiles', async () => {
    const files = {
      'files/mug.png': 'https://mail.test/mug.png',
      'files/still.png': 'https://mail.test/still.png',
    };
    await fc.assert(
      fc.asyncProperty(designsWithUniqueTexts, anyEdits, async (design, edits) => {
        const after = edited(design, edits).design;
        const own = designOf(changed(layoutOf(design, mapTexts(design, german)), after));
        expect(await compileDesign({ ...emptyJob, design: own, locale: 'de', files })).toHaveProperty('html');
      }),
      { numRuns: sized(10, 500) },
    );
  });

  test('keeps each text that still has a place and gets copies of the new ones', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts.map(withBlockIds), editsOfNamed, (design, edits) => {
        const after = edited(design, edits).design;
        const expected = mapTexts(after, (text) =>
          isNew(text) || !hasWords(text) ? text : german(first(text)),
        );
        const start = layoutOf(design, mapTexts(design, german));
        expect(designOf(changed(start, after))).toEqual(expected);
        // Saving after each edit has the same result.
        const steps = edits.map((_, i) => edited(design, edits.slice(0, i + 1)).design);
        expect(designOf(steps.reduce(changed, start))).toEqual(expected);
      }),
      runs,
    );
  });

  test('marks exactly the changed and new texts as stale, and carries over URLs and Liquid', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts, anyEdits, (design, edits) => {
        const { design: after, said } = edited(design, edits);
        const state = changed(layoutOf(design, mapTexts(design, german)), after);
        expect(staleTexts(state)).toEqual([...new Set(said)].filter(hasWords).sort());
      }),
      runs,
    );
  });
});

describe('languages that differ from the main one', () => {
  const text = (html: string, more: JsonObject = {}) => ({ type: 'text', html, ...more });
  const follow = (before: JsonObject[], own: JsonObject[], after: JsonObject[]) =>
    designOf(changed(layoutOf({ blocks: before }, { blocks: own }), { blocks: after }))['blocks'];

  test('keeps an added block after its predecessor', () => {
    const extra = { type: 'heading', text: 'extra' };
    const after = [text('B'), { type: 'divider' }, text('A')];
    expect(follow([text('A'), text('B')], [text('a'), extra, text('b')], after)).toEqual([
      ...[text('b'), { type: 'divider' }, text('a'), extra],
    ]);
  });

  test('does not restore a removed block', () => {
    const divider = { type: 'divider' };
    expect(follow([text('A'), divider], [text('a')], [divider, text('A'), text('C')])).toEqual([
      text('a'),
      text('C'),
    ]);
  });

  test('keeps its own styles while its texts follow', () => {
    const button = (label: string, url: string, more: JsonObject = {}) => ({
      type: 'button',
      label,
      url,
      ...more,
    });
    const [old, now] = ['https://a.example', 'https://b.example'];
    expect(
      follow(
        [button('Buy', old)],
        [button('Kaufen', old, { fill: '#ff0000' })],
        [button('Get', now, { radius: 9 })],
      ),
    ).toEqual([button('Kaufen', now, { fill: '#ff0000' })]);
    expect(
      follow([button('Buy', old)], [button('Kaufen', `${old}/de`)], [button('Buy', now, { radius: 9 })]),
    ).toEqual([button('Kaufen', `${old}/de`, { radius: 9 })]);
  });

  test('blocks without names follow those with names', () => {
    expect(follow([text('A', { id: 'a' })], [text('a')], [text('A', { id: 'a', align: 'end' })])).toEqual([
      text('a', { id: 'a', align: 'end' }),
    ]);
  });

  test('moves an unwrapped block back into its condition, with its texts', () => {
    const around = (...blocks: JsonObject[]) => ({ type: 'conditional', if: 'variables.a', blocks });
    const [en, de] = [text('A', { id: 'a' }), text('a', { id: 'a' })];
    expect(follow([around(en)], [de], [around(en), text('B')])).toEqual([around(de), text('B')]);
    // Without a name it can't be recognized as the same block, so the unwrapped block remains too.
    expect(follow([around(text('A'))], [text('a')], [around(text('A')), text('B')])).toEqual([
      ...[text('a'), around(), text('B')],
    ]);
  });

  test('keeps its own columns and their number', () => {
    const columns = (...words: string[]) => ({
      type: 'columns',
      ...(words.length === 3 && { ratio: '1-1-1' }),
      columns: words.map((word) => ({ blocks: [text(word)] })),
    });
    expect(follow([text('A')], [text('a'), columns('x', 'y')], [{ type: 'divider' }, text('A')])).toEqual([
      ...[{ type: 'divider' }, text('a'), columns('x', 'y')],
    ]);
    expect(follow([columns('A', 'B')], [columns('a', 'b', 'c')], [columns('B', 'A'), text('D')])).toEqual([
      ...[columns('a', 'b', 'c'), text('D')],
    ]);
  });

  test('replaces an image with an uploaded file in every language', () => {
    const image = (more: JsonObject) => ({ type: 'image', ...more });
    const [url, fileKey] = ['https://a.example/a.png', 'f_1.png'];
    expect(
      follow(
        [image({ url, alt: 'A' })],
        [image({ url: `${url}?de`, alt: 'a' })],
        [image({ fileKey, alt: 'A' })],
      ),
    ).toEqual([image({ fileKey, alt: 'a' })]);
    expect(follow([image({ fileKey })], [image({ fileKey, url: null, alt: 'a' })], [image({ url })])).toEqual(
      [image({ url, alt: 'a' })],
    );
  });

  test('keeps its own entry in its block', () => {
    const menu = (...labels: string[]) => ({
      ...{ type: 'menu', items: labels.map((label) => ({ label, url: `https://x.example/${label}` })) },
    });
    expect(follow([menu('a', 'b')], [menu('a', 'b', 'imprint')], [menu('b', 'c')])).toEqual([
      menu('b', 'imprint', 'c'),
    ]);
  });

  test('merges global settings member by member', () => {
    const design = (global: JsonObject) => ({ blocks: [], global });
    const state = layoutOf(design({ width: 600 }), design({ width: 600, fontSize: 20 }));
    expect(designOf(changed(state, design({ width: 700, fontSize: 14 })))).toEqual(
      design({ width: 700, fontSize: 20 }),
    );
  });

  test('keeps its own header', () => {
    const design = (header: JsonObject | null) => ({ blocks: [], header });
    const own = { preset: '019a8f7e-0000-7000-8000-000000000001' };
    const state = layoutOf(design(null), design(own));
    expect(designOf(changed(state, design({ blocks: [text('A')] })))).toEqual(design(own));
    const shared = layoutOf(design({ blocks: [text('A')] }), design({ blocks: [text('a')] }));
    const two = { blocks: [{ type: 'divider' }, text('A')] };
    expect(designOf(changed(shared, design(two)))).toEqual(
      design({ blocks: [{ type: 'divider' }, text('a')] }),
    );
  });
});
