import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash, layoutState } from '../../../../test/layouts/arbitrary.ts';
import { effectiveOf, localesOf } from './languages.rules.ts';
import type { LayoutState } from './layout-state.schema.ts';
import { promoted } from './promote.rules.ts';
import { staleOf } from './stale.rules.ts';

/** What every language sends, byte for byte. */
const sent = (state: LayoutState) =>
  Object.fromEntries(
    localesOf(state)
      .toSorted()
      .map((locale) => [locale, JSON.stringify(effectiveOf(state, locale))]),
  );

const staleness = (state: LayoutState) => {
  const main = state.languages[state.defaultLocale];
  if (!main) throw new Error('no main language');
  return Object.entries(state.languages)
    .filter(
      ([locale, language]) => locale !== state.defaultLocale && staleOf(language, main, hash).length > 0,
    )
    .map(([locale]) => locale);
};

/** A layout with translations, and the locale of one of them. */
const withChoice = layoutState
  .filter((state) => Object.keys(state.languages).length > 1)
  .chain((state) => fc.constantFrom(...localesOf(state).slice(1)).map((locale) => ({ state, locale })));

describe('for any layout (spec: Translations 3; States 2)', () => {
  test('promoting leaves what every language sends as it was', () => {
    fc.assert(
      fc.property(withChoice, ({ state, locale }) => {
        const after = promoted(state, locale, hash);
        expect(after.defaultLocale).toBe(locale);
        expect(sent(after)).toEqual(sent(state));
      }),
      { numRuns: 2000 },
    );
  });

  test('so does promoting back, and any further exchange', () => {
    fc.assert(
      fc.property(withChoice, fc.array(fc.nat(), { maxLength: 5 }), ({ state, locale }, picks) => {
        let after = promoted(promoted(state, locale, hash), state.defaultLocale, hash);
        expect(sent(after)).toEqual(sent(state));
        for (const pick of picks) {
          const others = localesOf(after).slice(1);
          after = promoted(after, others[pick % others.length] as string, hash);
          expect(sent(after)).toEqual(sent(state));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('where nothing of their own differs, promoting back leads to the very same layout', () => {
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
        const back = promoted(promoted(state, locale, hash), state.defaultLocale, hash);
        const contents = ({ languages }: LayoutState) =>
          Object.fromEntries(
            Object.entries(languages).map(([code, { writtenFor: _, ...content }]) => [code, content]),
          );
        expect({ ...back, languages: contents(back) }).toEqual({ ...state, languages: contents(state) });
      }),
    );
  });

  test('no language is out of date for being exchanged', () => {
    fc.assert(
      fc.property(withChoice, ({ state, locale }) => {
        expect(staleness(promoted(state, locale, hash))).toEqual(staleness(state));
      }),
    );
  });
});

test('a language that was out of date still is', () => {
  const language = (subject: string) => ({
    ...{ subject, previewText: '', bodyDesign: null, body: '', attachments: null, marketingTexts: null },
    writtenFor: { subject: '"old"', previewText: '""', body: '""' },
  });
  const state: LayoutState = {
    ...{
      name: 'A',
      description: '',
      bodyType: 'text',
      category: 'transactional',
      defaultLocale: 'en',
      requiredVariables: [],
    },
    languages: {
      en: { ...language('new'), attachments: [], writtenFor: null },
      de: language('neu'),
      fr: language('vieux'),
    },
  };
  expect(staleness(state)).toEqual(['de', 'fr']);
  expect(staleness(promoted(state, 'de', hash))).toEqual(['fr']);
});
