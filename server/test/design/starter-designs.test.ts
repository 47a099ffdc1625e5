import { describe, expect, it } from 'vitest';
import {
  isTranslated,
  starterDesigns,
  starterFiles,
} from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import {
  starterDesign,
  starterLanguages,
} from '../../src/features/layouts/starter-designs/starter-designs.schema.ts';
import { completeDesign, problemsOfDesign } from '../../src/features/rendering/design/design.schema.ts';
import { contrast } from '../../src/features/rendering/design/palette.rules.ts';
import { type JsonObject, textsOf } from '../../src/kernel/json.ts';

/** The backgrounds of single blocks: gray enough to go with the colors of any store. */
const PALE = '#f3f0ea';
const DARK_BACKGROUND = '#25292d';

/** Every `{ "en": …, "de": … }` in a file. */
function translatedIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isTranslated(value)) return [value as Record<string, unknown>];
  return Object.values(value).flatMap(translatedIn);
}

/** Members that a reader sees, unless they consist of values only. */
const READ: readonly unknown[] = ['text', 'html', 'label', 'filename'];
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{[{%].*?[}%]\}|<[^>]*>/gs, ''));

const withoutSample = ({ testVariables: _, ...design }: JsonObject): JsonObject => design;
const wordsOf = (design: JsonObject) =>
  textsOf(withoutSample(design)).filter(({ path, text }) => READ.includes(path.at(-1)) && hasWords(text));
const variablesOf = (...texts: string[]) =>
  new Set(texts.flatMap((text) => text.match(/variables(\.\w+)+/g) ?? []));

const pairs = starterDesigns.en.map((english, at) => ({
  key: english.key,
  english,
  german: starterDesigns.de[at] as typeof english,
}));

describe.each(pairs)('$key', ({ key, english, german }) => {
  const design = english.bodyDesign;

  it('is valid', () => {
    for (const each of [english, german]) {
      expect(starterDesign.strict().parse(each)).toEqual(each);
      expect(problemsOfDesign(each.bodyDesign)).toEqual([]);
    }
  });

  it('has each text in every language', () => {
    const translated = translatedIn(starterFiles[key]);
    expect(translated.length).toBeGreaterThan(5);
    for (const texts of translated) {
      expect(Object.keys(texts)).toEqual(starterLanguages);
      for (const text of Object.values(texts)) expect(text).toMatch(/\S/);
    }
  });

  it('is translated completely in both languages', () => {
    const inEnglish = wordsOf(design);
    const inGerman = wordsOf(german.bodyDesign);
    expect(inGerman.map(({ path }) => path)).toEqual(inEnglish.map(({ path }) => path));
    const same = inEnglish.filter(({ text }, at) => text === inGerman[at]?.text);
    expect(same).toEqual([]);
  });

  it('requires the same variables from a workflow step in both', () => {
    const needs = ({ subject, previewText, bodyDesign }: typeof english) =>
      variablesOf(subject, previewText, JSON.stringify(withoutSample(bodyDesign)));
    expect(needs(german)).toEqual(needs(english));
  });

  it('takes colors, shape and fonts from the global settings', () => {
    const looks = textsOf(withoutSample(design)).filter(({ path }) => path[0] !== 'global');
    const colors = looks.filter(({ text }) => /^#[0-9a-f]{3,6}$/i.test(text));
    expect(colors.filter(({ text }) => text !== PALE && text !== DARK_BACKGROUND)).toEqual([]);
    expect(JSON.stringify(withoutSample(design))).not.toMatch(/"(radius|fill|fileKey|color)":|[;"]color:/);
  });

  it('has sufficient contrast on every background', () => {
    const { textColor, linkColor, contentBackground, background } = completeDesign(design).global;
    for (const ground of [contentBackground, background, PALE])
      for (const ink of [textColor, linkColor]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
