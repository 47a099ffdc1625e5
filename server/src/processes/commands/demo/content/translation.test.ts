import { expect, test } from 'vitest';
import type { Json } from '../../../../kernel/json.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { layouts } from './layouts.ts';
import { translateDesign } from './translation.ts';

/** Fields of blocks that a reader sees, unless they contain only a variable. */
const READ = new Set(['text', 'html', 'label']);
const ONLY_LIQUID = /^(\{\{[^}]*\}\}|\s|<[^>]*>|[−–-])*$/;

function* textsIn(value: Json, name = ''): Generator<string> {
  if (typeof value === 'string') {
    if (READ.has(name) && !ONLY_LIQUID.test(value)) yield value;
  } else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, name);
  else if (value !== null && typeof value === 'object')
    for (const [key, member] of Object.entries(value))
      if (key !== 'testVariables') yield* textsIn(member as Json, key);
}

const cases = Object.entries({ german, french }).flatMap(([language, translations]) =>
  Object.entries(translations).flatMap(([key, { words }]) => (words ? [{ language, key, words }] : [])),
);

test.each(cases)('$language: translates every text of $key, and no others', ({ key, words }) => {
  const design = layouts.find((layout) => layout.key === key)?.content['bodyDesign'] ?? null;
  expect(new Set(textsIn(design))).toEqual(new Set(Object.keys(words)));
  const translated = new Set(textsIn(translateDesign(design, words)));
  const same = Object.entries(words).filter(
    ([english, other]) => english !== other && translated.has(english),
  );
  expect(same).toEqual([]);
});
