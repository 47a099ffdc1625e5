import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { hash } from '../../../../test/layouts/arbitrary.ts';
import { anyEdits, designsWithUniqueTexts, edited, mapTexts } from '../../../../test/layouts/edits.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import { countBlocks, structureDifference, totalOf } from '../../rendering/design/block-structure.rules.ts';
import { followMainLanguage } from '../content/follow.rules.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';
import { applyLayoutChange, createdLayout } from '../content/layouts.rules.ts';
import { withLanguage } from '../translations/translations.rules.ts';
import { findLargeLosses } from './large-losses.rules.ts';

const noWait = async () => {};
const german = (text: string) => text.replace('Words', 'Wörter');
const layoutOf = (bodyDesign: JsonObject) => createdLayout({ name: 'A', subject: 'Hello', bodyDesign });
const put = (state: LayoutState, bodyDesign: JsonObject) =>
  withLanguage(state, 'de', { subject: 'Hallo', bodyDesign }, hash);
const change = (state: LayoutState, bodyDesign: JsonObject) => applyLayoutChange(state, { bodyDesign });
const translated = (bodyDesign: JsonObject) => put(layoutOf(bodyDesign), mapTexts(bodyDesign, german));
const said = async (before: LayoutState, after: LayoutState) =>
  (await findLargeLosses(before, after, noWait)).map(
    ({ locale, removes, said: reason }) => `${locale} ${removes ? 'removes' : 'keeps'}: ${textOf(reason)}`,
  );

const words = { type: 'text', html: '<p>Words</p>' };
const divider = { type: 'divider' };
const of = (...blocks: JsonObject[]): JsonObject => ({ blocks });
const times = (count: number, block: JsonObject) => Array.from({ length: count }, () => block);

describe('a write that removes blocks', () => {
  test.each([
    [4, 1, 'en removes: 3 of 4 blocks were removed (3 text)'],
    [4, 2, null],
    [3, 1, null],
    [9, 4, 'en removes: 5 of 9 blocks were removed (5 text)'],
    [3, 0, 'en removes: all 3 blocks were removed (3 text)'],
    [1, 0, 'en removes: all 1 blocks were removed (1 text)'],
    [0, 0, null],
  ])('from %i to %i is reported if it removes over half of at least four, or all', async (was, is, told) => {
    const layout = layoutOf(of(...times(was, words)));
    expect(await said(layout, change(layout, of(...times(is, words))))).toEqual(told === null ? [] : [told]);
  });

  test('counts blocks at every depth, and those of another kind as removed', async () => {
    const nested = of(
      { type: 'conditional', if: 'variables.a', blocks: times(3, words), else: [divider] },
      { type: 'columns', columns: [{ blocks: [divider] }, { blocks: [words] }] },
    );
    const layout = layoutOf(nested);
    expect(await said(layout, change(layout, of(words, ...times(9, { type: 'spacer' }))))).toEqual([
      'en removes: 7 of 8 blocks were removed (3 text, 2 divider, 1 conditional, 1 columns)',
    ]);
  });

  test('is reported only if it removes more than half of at least four, or all', async () => {
    await fc.assert(
      fc.asyncProperty(designsWithUniqueTexts, anyEdits, async (design, edits) => {
        const after = edited(design, edits).design;
        const layout = layoutOf(design);
        const [was, is] = [countBlocks(design), countBlocks(after)];
        const removed = [...was].reduce(
          (sum, [kind, count]) => sum + Math.max(0, count - (is.get(kind) ?? 0)),
          0,
        );
        const isLarge = totalOf(was) >= 4 && removed * 2 > totalOf(was);
        const isEmptied = totalOf(was) > 0 && totalOf(is) === 0;
        expect((await said(layout, change(layout, after))).length).toBe(isLarge || isEmptied ? 1 : 0);
      }),
      { numRuns: sized(60, 2000) },
    );
  });
});

describe('the structure of a translation', () => {
  test('never differs for a language that follows, or for one with other texts', async () => {
    await fc.assert(
      fc.asyncProperty(designsWithUniqueTexts, anyEdits, async (design, edits) => {
        const before = translated(design);
        const after = change(before, edited(design, edits).design);
        const followed = await followMainLanguage(before, after, hash, noWait);
        const [main, own] = ['en', 'de'].map((locale) => followed.languages[locale]?.bodyDesign);
        expect(structureDifference(main as JsonObject, own as JsonObject)).toBeNull();
        expect((await said(before, followed)).filter((each) => each.includes('main language'))).toEqual([]);
      }),
      { numRuns: sized(60, 2000) },
    );
  });

  test('is reported once, when a write makes it differ', async () => {
    const both = translated(of(words, words, divider));
    const lacking = put(both, of(words, divider));
    expect(await said(both, lacking)).toEqual([
      'de removes: lacks blocks that the main language has (1 text)',
    ]);
    expect(await said(lacking, put(lacking, of(words, divider)))).toEqual([]);
    expect(await said(lacking, put(lacking, of(words, words, divider)))).toEqual([]);
    expect(await said(both, put(both, of(words, divider, words)))).toEqual([
      'de keeps: has its blocks in a different order from the main language',
    ]);
    expect(await said(both, put(both, of(words, words, { type: 'spacer' })))).toEqual([
      'de removes: lacks blocks that the main language has (1 divider), and has others (1 spacer)',
    ]);
  });

  test('is reported when the main language changes, as a removal only if something was removed', async () => {
    const both = translated(of(words, words, divider));
    expect(await said(both, change(both, of(words, words, divider, words)))).toEqual([
      'de keeps: lacks blocks that the main language has (1 text)',
    ]);
    expect(await said(both, change(both, of(words, divider)))).toEqual([
      'de removes: has blocks that the main language lacks (1 text)',
    ]);
  });

  test('is reported for a new language only if it differs from the main language', async () => {
    const layout = layoutOf(of(words, words));
    expect(await said(layout, put(layout, of(words, words)))).toEqual([]);
    expect(await said(layout, put(layout, of(words)))).toEqual([
      'de removes: lacks blocks that the main language has (1 text)',
    ]);
    expect(await said(layout, put(layout, of(words, words, divider)))).toEqual([
      'de keeps: has blocks that the main language lacks (1 divider)',
    ]);
  });
});

describe('an HTML body', () => {
  const text = (body: string) => createdLayout({ name: 'A', subject: 'Hello', bodyType: 'text', body });
  const sentences = `<p style="color: #333333">${'Your order is on its way. '.repeat(20)}</p>`;

  test.each([
    [sentences, '  ', 'en removes: all of the text was removed'],
    ['<img src="https://a.example/a.png">', '', 'en removes: all of the text was removed'],
    [sentences, `<p style="${'x'.repeat(1000)}">Your order</p>`, 'en removes: 98% of the text was removed'],
    [sentences, sentences.slice(0, 400), null],
    ['<p>A short text</p>', '<p>A</p>', null],
  ])('is measured by its visible text', async (was, is, told) => {
    const layout = text(was);
    expect(await said(layout, applyLayoutChange(layout, { body: is }))).toEqual(told === null ? [] : [told]);
  });
});
