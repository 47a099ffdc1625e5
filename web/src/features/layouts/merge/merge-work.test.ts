import type { JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { carryKey, keyOf } from '../../editor/model/keys.rules.ts';
import { applyChoices, questionsOf } from './decide.rules.ts';
import { type LayoutWork, mergeWork } from './merge-work.rules.ts';

const merge = (base: LayoutWork, mine: LayoutWork, theirs: LayoutWork) =>
  mergeWork(base, mine, theirs, carryKey);
const designIn = (of: LayoutWork) => of['en']?.['bodyDesign'] as JsonObject;
const block = (html: string): JsonObject => ({ type: 'text', html });
const language = (subject: string, ...blocks: JsonObject[]): JsonObject => ({
  ...{ subject, previewText: '', bodyDesign: { blocks } },
});

describe('languages', () => {
  const base = { en: language('Hi', block('A')), de: language('Hallo', block('A')) };

  test('adds and removes languages as they did, unless someone wrote in them', () => {
    const fr = language('Salut');
    expect(merge(base, base, { en: base.en, fr }).state).toEqual({ en: base.en, fr });
    const mine = { ...base, de: language('Hallo!', block('A')) };
    const found = merge(base, mine, { en: base.en });
    expect(found.state).toEqual(mine);
    expect(found.conflicts).toEqual([{ locale: 'de', path: [], key: [], mine: mine.de, theirs: undefined }]);
    expect(applyChoices(found, () => 'theirs')).toEqual({ en: base.en });
    expect(applyChoices(found, () => 'mine')).toEqual(mine);
  });

  test('are merged field by field, and a text layout as one text', () => {
    const texts = (subject: string, body: string) => ({ en: { subject, previewText: '', body } });
    const found = merge(texts('Hi', 'A'), texts('Hello', 'A'), texts('Hi', 'B'));
    expect(found).toEqual({ state: texts('Hello', 'B'), conflicts: [] });
    const both = merge(texts('Hi', 'A'), texts('Hi', 'mine'), texts('Hi', 'theirs'));
    expect(questionsOf(both.conflicts)).toMatchObject([{ locale: 'en', path: [], key: ['body'] }]);
    expect(applyChoices(both, () => 'theirs')).toEqual(texts('Hi', 'theirs'));
  });
});

test('asks once per block and keeps block identity', () => {
  const button = (label: string, url: string, extra: JsonObject = {}) => ({
    type: 'button',
    label,
    url,
    ...extra,
  });
  const base = { en: language('Hi', button('a', 'a'), block('B')) };
  const mine = { en: language('Hi', button('m', 'm'), block('B')) };
  const found = merge(base, mine, { en: language('Hi', button('t', 't', { align: 'left' }), block('B!')) });
  const [question, ...more] = questionsOf(found.conflicts);
  expect(more).toEqual([]);
  expect(question).toMatchObject({ path: ['bodyDesign', 'blocks', 0], key: [] });
  expect(question?.conflicts).toHaveLength(2);
  const keys = (of: LayoutWork) => (designIn(of)['blocks'] as JsonObject[]).map(keyOf);
  expect(keys(found.state)).toEqual(keys(mine));
  const chosen = applyChoices(found, () => 'theirs');
  expect(keys(chosen)).toEqual(keys(mine));
  expect(designIn(chosen)['blocks']).toEqual([button('t', 't', { align: 'left' }), block('B!')]);
});
