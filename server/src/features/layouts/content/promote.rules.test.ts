import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash, layoutState } from '../../../../test/layouts/arbitrary.ts';
import { effectiveContentOf, localesOf, mainContentOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import { promoteLanguage } from './promote.rules.ts';
import { digestOf, MainTexts } from './stale.rules.ts';
import { packSnapshot, unpackSnapshot } from './version-snapshot.ts';

/** The content that every language sends, byte for byte. */
const sent = (state: LayoutState) =>
  Object.fromEntries(
    localesOf(state)
      .toSorted()
      .map((locale) => [locale, JSON.stringify(effectiveContentOf(state, locale))]),
  );

/** Texts that are out of date in each translation, except in the given locales. */
const staleness = (state: LayoutState, ...except: string[]): Record<string, string[]> =>
  Object.fromEntries(
    localesOf(state)
      .slice(1)
      .filter((locale) => !except.includes(locale))
      .toSorted()
      .map((locale) => {
        const main = new MainTexts(mainContentOf(state), hash);
        return [locale, [...main.staleOf(state.languages[locale] as LanguageContent).keys()]];
      }),
  );

/** A layout with translations, and the locale of one of them. */
const withChoice = layoutState
  .filter((state) => Object.keys(state.languages).length > 1)
  .chain((state) => fc.constantFrom(...localesOf(state).slice(1)).map((locale) => ({ state, locale })));

describe('for any layout (spec: Translations 3; States 2)', () => {
  test('promoting changes nothing that any language sends', () => {
    fc.assert(
      fc.property(withChoice, ({ state, locale }) => {
        const after = promoteLanguage(state, locale, hash);
        expect(after.defaultLocale).toBe(locale);
        expect(sent(after)).toEqual(sent(state));
      }),
      { numRuns: 2000 },
    );
  });

  test('promoting back also changes no email, and neither does any further swap', () => {
    fc.assert(
      fc.property(withChoice, fc.array(fc.nat(), { maxLength: 5 }), ({ state, locale }, picks) => {
        let after = promoteLanguage(promoteLanguage(state, locale, hash), state.defaultLocale, hash);
        expect(sent(after)).toEqual(sent(state));
        for (const pick of picks) {
          const others = localesOf(after).slice(1);
          after = promoteLanguage(after, others[pick % others.length] as string, hash);
          expect(sent(after)).toEqual(sent(state));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('promoting back restores the same layout when only the order differed', () => {
    const plain = withChoice.map(({ state, locale }) => ({
      locale,
      state: {
        ...state,
        languages: Object.fromEntries(
          Object.entries(state.languages).map(([code, language]) => {
            const isMain = code === state.defaultLocale;
            return [code, { ...language, ...(!isMain && { attachments: null, marketingTexts: null }) }];
          }),
        ),
      },
    }));
    fc.assert(
      fc.property(plain, ({ state, locale }) => {
        const back = promoteLanguage(promoteLanguage(state, locale, hash), state.defaultLocale, hash);
        const contents = ({ languages }: LayoutState) =>
          Object.fromEntries(
            Object.entries(languages).map(([code, { writtenFor: _, ...content }]) => [code, content]),
          );
        expect({ ...back, languages: contents(back) }).toEqual({ ...state, languages: contents(state) });
      }),
    );
  });

  test('restoring the previous version undoes a promotion exactly, in every language (contract: Versions 3)', async () => {
    await fc.assert(
      fc.asyncProperty(withChoice, async ({ state, locale }) => {
        const version = await packSnapshot(state);
        expect(promoteLanguage(state, locale, hash)).not.toEqual(state);
        const restored = await unpackSnapshot(version);
        expect(restored).toEqual(state);
        expect(sent(restored)).toEqual(sent(state));
      }),
    );
  });

  test('keeps the outdated texts of a third language unchanged (contract: Translations 9)', () => {
    fc.assert(
      fc.property(withChoice, ({ state, locale }) => {
        const [before, after] = [state, promoteLanguage(state, locale, hash)];
        const [was, is] = [staleness(before, locale), staleness(after)];
        expect(is[before.defaultLocale]).toEqual([]);
        const blocks = [before, after].map(
          (each) => (mainContentOf(each).bodyDesign?.['blocks'] as []) ?? [],
        );
        for (const [code, texts] of Object.entries(was)) {
          // Blocks of one kind are matched by order, unless their texts are equal.
          const hasAll = (blocks[1]?.length ?? 0) >= (blocks[0]?.length ?? 0);
          const lines = (names: string[] = []) => names.filter((name) => !name.startsWith('bodyDesign'));
          expect(lines(is[code])).toEqual(lines(texts));
          if (hasAll) expect(is[code]).toHaveLength(texts.length);
          else expect(is[code]?.length).toBeLessThanOrEqual(texts.length);
        }
      }),
    );
  });
});

test('keeps stale marks of blocks that the new main language has', () => {
  const design = (...words: string[]) => ({ blocks: words.map((html) => ({ type: 'text', html })) });
  const language = (...words: string[]) => ({
    ...{ subject: 'S', previewText: '', bodyDesign: design(...words), body: null, attachments: null },
    ...{ marketingTexts: null, writtenFor: null },
  });
  const writtenFor = { subject: '"S"', previewText: '""', bodyDesign: { blocks: [] } };
  const en = language('one', 'two, changed');
  const before = digestOf(language('one', 'two'), hash);
  const state = (de: LanguageContent): LayoutState => ({
    ...{ name: 'A', description: '', bodyType: 'visual', category: 'transactional' },
    ...{ defaultLocale: 'en', requiredVariables: [], completeLanguagesOnly: false },
    languages: { en, de: { ...de, writtenFor }, fr: { ...language('un', 'deux'), writtenFor: before } },
  });
  const stale = (all: LayoutState) => [
    ...new MainTexts(mainContentOf(all), hash).staleOf(all.languages['fr'] as LanguageContent).keys(),
  ];
  expect(stale(state(language('eins')))).toEqual(['bodyDesign.blocks[1].html']);
  const longer = promoteLanguage(state(language('eins', 'zwei', 'drei')), 'de', hash);
  expect(stale(longer)).toEqual(['bodyDesign.blocks[1].html']);
  expect(stale(promoteLanguage(state(language('eins')), 'de', hash))).toEqual([]);
});
