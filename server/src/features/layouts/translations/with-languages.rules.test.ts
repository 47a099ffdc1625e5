import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { hash, layoutState } from '../../../../test/layouts/arbitrary.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { createdLayout } from '../content/layouts.rules.ts';
import { withLanguage, withLanguages } from './translations.rules.ts';
import type { ChangeTranslation } from './translations.schema.ts';

const runs = { numRuns: sized(100, 3000) };
const atOnce = () => Promise.resolve();
const all = (state: LayoutState, sent: Record<string, ChangeTranslation>) =>
  withLanguages(state, sent, hash, atOnce);

const members = fc.record(
  { subject: fc.constantFrom('Neu', 'Nouveau'), previewText: fc.constantFrom('Vorschau', '') },
  { requiredKeys: [] },
) as fc.Arbitrary<ChangeTranslation>;

/** A layout, and a change to some of its translations. */
const changes = fc
  .record({ state: layoutState, parts: fc.array(fc.option(members), { minLength: 1, maxLength: 6 }) })
  .map(({ state, parts }) => {
    const others = Object.keys(state.languages).filter((locale) => locale !== state.defaultLocale);
    const sent = others.flatMap((locale, i) => {
      const part = parts[i % parts.length];
      return part ? [[locale, part] as const] : [];
    });
    return { state, sent: Object.fromEntries(sent) as Record<string, ChangeTranslation> };
  });

describe('several languages in one write', () => {
  test('keeps omitted members byte for byte (contract: The app 14)', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async ({ state, sent }) => {
        const after = await all(state, sent);
        for (const [locale, before] of Object.entries(state.languages)) {
          const { writtenFor: _w, ...now } = after.languages[locale] as LanguageContent;
          const { writtenFor: _b, ...was } = before;
          expect(JSON.stringify(now)).toBe(JSON.stringify({ ...was, ...sent[locale] }));
          if (!sent[locale]) expect(after.languages[locale]).toBe(before);
        }
        expect({ ...after, languages: {} }).toEqual({ ...state, languages: {} });
      }),
      runs,
    );
  });

  test('writes each language as a separate write would', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async ({ state, sent }) => {
        const one = Object.entries(sent).reduce((before, [locale, change]) => {
          const { subject } = before.languages[locale] as LanguageContent;
          return withLanguage(before, locale, { ...change, subject: change.subject ?? subject }, hash);
        }, state);
        expect(await all(state, sent)).toEqual(one);
      }),
      runs,
    );
  });
});

const body = (html: string) => ({ blocks: [{ type: 'text', html }] });
const createState = (): LayoutState =>
  withLanguage(
    createdLayout({ name: 'A', subject: 'Hello', bodyDesign: body('One') }),
    'de',
    { subject: 'Hallo', bodyDesign: body('Eins') },
    hash,
  );

test('rejects missing languages and the main language by name', async () => {
  await expect(all(createState(), { fr: {}, constructor: {}, en: {} })).rejects.toThrow(
    "translations.fr: is not a translation of this layout; translations.constructor: is not a translation of this layout; translations.en: is the layout's main language",
  );
});

test('names the language in validation errors', async () => {
  await expect(all(createState(), { de: { body: '<p>' } })).rejects.toThrow(
    'translations.de.body: only for text layouts',
  );
  await expect(all(createState(), { de: { done: ['subject', 'body'] } })).rejects.toThrow(
    'translations.de.done[1]: is not a text of the main language',
  );
});
