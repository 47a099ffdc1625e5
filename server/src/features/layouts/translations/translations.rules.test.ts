import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { hash } from '../../../../test/layouts/arbitrary.ts';
import {
  anyEdits,
  designsWithUniqueTexts,
  edited,
  editsInPlace,
  holdersOf,
  isProse,
  mapTexts,
} from '../../../../test/layouts/edits.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { applyLayoutChange, createdLayout } from '../content/layouts.rules.ts';
import { MainTexts } from '../content/stale.rules.ts';
import { withLanguage } from './translations.rules.ts';
import type { PutTranslation } from './translations.schema.ts';

const german = (text: string) => text.replace('Words', 'Wörter');

const layoutOf = (bodyDesign: JsonObject) => createdLayout({ name: 'A', subject: 'Hello', bodyDesign });
const put = (state: LayoutState, sent: Partial<PutTranslation>, done?: string[]) =>
  withLanguage(state, 'de', { subject: 'Hallo', ...sent }, hash, { done });
const translated = (bodyDesign: JsonObject) =>
  put(layoutOf(bodyDesign), { bodyDesign: mapTexts(bodyDesign, german) });
const change = (state: LayoutState, bodyDesign: JsonObject) => applyLayoutChange(state, { bodyDesign });
const germanOf = (state: LayoutState) => state.languages['de'] as LanguageContent;
const namesOf = (state: LayoutState) => [
  ...new MainTexts(mainContentOf(state), hash).staleOf(germanOf(state)).keys(),
];

/** The stale texts in the main language's wording, sorted. */
function staleTexts(state: LayoutState): string[] {
  const main = new MainTexts(mainContentOf(state), hash);
  const stale = main.staleOf(germanOf(state));
  return main.texts.flatMap(({ name, text }) => (stale.has(name) ? [text] : [])).sort();
}

/** The text before it was edited. */
const first = (text: string) => text.replace(/( - |-)\d+(-\d+| - \d+)*$/, '');

const runs = { numRuns: sized(100, 3000) };

describe('for any design and any edits to the main language', () => {
  test('stale lists exactly the changed and added texts (contract: Translations 6)', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts, anyEdits, (design, edits) => {
        const after = edited(design, edits);
        expect(staleTexts(change(translated(design), after.design))).toEqual([...new Set(after.said)].sort());
      }),
      runs,
    );
  });

  test('reverting the edits leaves nothing stale', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts, anyEdits, (design, edits) => {
        const there = change(translated(design), edited(design, edits).design);
        expect(namesOf(change(there, design))).toEqual([]);
      }),
      runs,
    );
  });

  test('updating one text leaves the others unchanged', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts, editsInPlace, fc.nat(), (design, edits, pick) => {
        const state = change(translated(design), edited(design, edits).design);
        const stale = staleTexts(state);
        const old = new Map(holdersOf(design).map(({ text }) => [text, german(text)]));
        const mendable = stale.filter((text) => old.has(first(text)));
        const chosen = mendable[pick % Math.max(1, mendable.length)];
        if (chosen === undefined) return;
        const mended = mapTexts(germanOf(state).bodyDesign as JsonObject, (text) =>
          text === old.get(first(chosen)) ? `${text} neu` : text,
        );
        expect(staleTexts(put(state, { bodyDesign: mended }))).toEqual(
          stale.filter((text) => text !== chosen),
        );
      }),
      runs,
    );
  });

  test('a translation that adopts the structure keeps the stale marks of unchanged texts', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts, anyEdits, (design, edits) => {
        const after = edited(design, edits);
        const state = change(translated(design), after.design);
        const taken = mapTexts(after.design, (text) => german(first(text)));
        const kept = after.said.filter((text) => !text.includes('new'));
        expect(staleTexts(put(state, { bodyDesign: taken }))).toEqual([...new Set(kept)].sort());
      }),
      runs,
    );
  });

  test('a new language lists every text with words to translate, and no others', () => {
    fc.assert(
      fc.property(designsWithUniqueTexts, (design) => {
        const words = holdersOf(design).map(({ text }) => text);
        expect(staleTexts(put(layoutOf(design), {}))).toEqual(words.filter(isProse).sort());
        expect(staleTexts(translated(design))).toEqual([]);
      }),
      runs,
    );
  });

  test('done marks these texts and no others', () => {
    fc.assert(
      fc.property(
        designsWithUniqueTexts,
        anyEdits,
        fc.array(fc.boolean(), { minLength: 1 }),
        (design, edits, picks) => {
          const state = change(translated(design), edited(design, edits).design);
          const stale = namesOf(state);
          const done = stale.filter((_, i) => picks[i % picks.length]);
          const after = put(state, { bodyDesign: mapTexts(design, (text) => `${text} neu`) }, done);
          expect(namesOf(after)).toEqual(stale.filter((name) => !done.includes(name)));
        },
      ),
      runs,
    );
  });
});
