import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OperationError } from '../../../kernel/error.ts';
import type { Json } from '../../../kernel/json.ts';
import { type PresetContent, presetSummary } from './preset-content.rules.ts';
import { staleTexts, withLanguages } from './preset-languages.rules.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
const heading = (text: string): Json => ({ type: 'heading', text });
const content = (blocks: Json[], more: Partial<PresetContent> = {}): PresetContent => ({
  ...{ name: 'Foot', blocks, defaultLocale: null, languages: {} },
  ...more,
});
const staleOf = (of: PresetContent, locale: string) => staleTexts(of, hash)(locale);
const refusalOf = async (run: () => Promise<unknown>) => {
  try {
    await run();
  } catch (error) {
    if (error instanceof OperationError) return error.message;
    throw error;
  }
  return null;
};

test('a new language is a copy until it is translated; other languages keep their stale marks', async () => {
  const own = content([heading('Thank you'), heading('See you soon')]);
  const begun = await withLanguages(own, { de: {} }, hash);
  expect(begun.languages['de']?.blocks).toEqual(own.blocks);
  expect(staleOf(begun, 'de')).toEqual(['blocks[0].text', 'blocks[1].text']);
  const half = await withLanguages(
    begun,
    { de: { blocks: [heading('Danke'), heading('See you soon')] } },
    hash,
  );
  expect(staleOf(half, 'de')).toEqual(['blocks[1].text']);
  const done = await withLanguages(half, { de: { done: ['blocks[1].text'] } }, hash);
  expect(staleOf(done, 'de')).toEqual([]);
  expect(done.languages['de']?.blocks).toEqual([heading('Danke'), heading('See you soon')]);
});

test('marks a changed text as stale in every language, also after its block moved', async () => {
  const own = content([heading('Thank you'), heading('See you soon')]);
  const german = { blocks: [heading('Danke'), heading('Bis bald')] };
  const both = await withLanguages(own, { de: german }, hash);
  expect(staleOf(both, 'de')).toEqual([]);
  const moved = { ...both, blocks: [{ type: 'divider' }, heading('Thank you'), heading('See you in May')] };
  expect(staleOf(moved, 'de')).toEqual(['blocks[2].text']);
});

test('keeps unnamed languages, removes one set to `null`, and summarizes both (contract: Presets 3)', async () => {
  const own = await withLanguages(content([heading('Hi')]), { fr: {}, de: {} }, hash);
  expect(Object.keys(own.languages)).toEqual(['de', 'fr']);
  const next = await withLanguages(own, { fr: null, it: {}, de: { blocks: [heading('Hallo')] } }, hash);
  expect(Object.keys(next.languages)).toEqual(['de', 'it']);
  expect(presetSummary(own, next)).toBe(
    'Added translation it; changed translation de; removed translation fr',
  );
});

test('rejects its own language, more than thirty, more than 1 MB and invalid texts', async () => {
  const own = content([heading('Hi')], { defaultLocale: 'en' });
  expect(await refusalOf(() => withLanguages(own, { en: {} }, hash))).toBe(
    'defaultLocale: is already one of the other languages',
  );
  const codes = Array.from(
    { length: 31 },
    (_, i) => `a${String.fromCharCode(97 + (i % 26))}${i < 26 ? '' : 'a'}`,
  );
  const many = Object.fromEntries(codes.map((code) => [code, {}]));
  expect(await refusalOf(() => withLanguages(own, many, hash))).toBe(
    'languages: at most 30 languages per preset',
  );
  const long = { blocks: [heading('x'.repeat(600_000))] };
  expect(await refusalOf(() => withLanguages(own, { de: long, fr: long }, hash))).toBe(
    'languages: larger than 1 MB with all its blocks',
  );
  expect(await refusalOf(() => withLanguages(own, { de: { done: ['blocks[4].text'] } }, hash))).toBe(
    'languages.de.done[0]: is not a text of the main language',
  );
});

test('a change in one language leaves the others unchanged', async () => {
  const words = fc.array(fc.string({ maxLength: 30 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(words, words, words, async (own, de, fr) => {
      const before = await withLanguages(
        content(own.map(heading)),
        { fr: { blocks: fr.map(heading) } },
        hash,
      );
      const after = await withLanguages(before, { de: { blocks: de.map(heading) } }, hash);
      expect(after.languages['fr']).toBe(before.languages['fr']);
      expect(after.blocks).toBe(before.blocks);
      expect(after.languages['de']?.blocks).toEqual(de.map(heading));
      // Written content is up to date.
      expect(staleOf(after, 'de')).toEqual([]);
    }),
  );
});
