import { describe, expect, it } from 'vitest';
import { NIGHT, PALE } from '../../src/features/layouts/starter-designs/parts.rules.ts';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { completeDesign, problemsOfDesign } from '../../src/features/rendering/design/design.schema.ts';
import { contrast } from '../../src/features/rendering/design/palette.rules.ts';
import { type JsonObject, textsOf } from '../../src/kernel/json.ts';

/** What a reader sees, unless it is nothing but values. */
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

describe.each(pairs)('$key', ({ english, german }) => {
  const design = english.bodyDesign;

  it('is valid', () => {
    for (const { bodyDesign } of [english, german]) expect(problemsOfDesign(bodyDesign)).toEqual([]);
  });

  it('says everything in both languages', () => {
    const inEnglish = wordsOf(design);
    const inGerman = wordsOf(german.bodyDesign);
    expect(inGerman.map(({ path }) => path)).toEqual(inEnglish.map(({ path }) => path));
    const same = inEnglish.filter(({ text }, at) => text === inGerman[at]?.text);
    expect(same).toEqual([]);
  });

  it('needs the same of a workflow step in both', () => {
    const needs = ({ subject, previewText, bodyDesign }: typeof english) =>
      variablesOf(subject, previewText, JSON.stringify(withoutSample(bodyDesign)));
    expect(needs(german)).toEqual(needs(english));
  });

  it('takes colours, shape and fonts from what holds for the whole mail', () => {
    const looks = textsOf(withoutSample(design)).filter(({ path }) => path[0] !== 'global');
    const colours = looks.filter(({ text }) => /^#[0-9a-f]{3,6}$/i.test(text));
    expect(colours.filter(({ text }) => text !== PALE && text !== NIGHT)).toEqual([]);
    expect(JSON.stringify(withoutSample(design))).not.toMatch(/"(radius|fill|fileKey|color)":|[;"]color:/);
  });

  it('can be read on every ground', () => {
    const { textColor, linkColor, contentBackground, background } = completeDesign(design).global;
    for (const ground of [contentBackground, background, PALE])
      for (const ink of [textColor, linkColor]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
