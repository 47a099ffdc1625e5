import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash, layoutState } from '../../../../test/layouts/arbitrary.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { applyRestoredState, filesOf, isLayoutFile, layoutFrom } from './layout-files.rules.ts';

/** Layouts with names and subjects that a save would accept. */
const saved: fc.Arbitrary<LayoutState> = layoutState.map((state) => ({
  ...state,
  name: `N${state.name}`,
  languages: Object.fromEntries(
    Object.entries(state.languages).map(([locale, content]) => [
      locale,
      { ...content, subject: `S${content.subject}` },
    ]),
  ),
}));

const sent = ({ writtenFor: _, ...content }: LanguageContent) => content;
const sentBy = ({ languages, ...meta }: LayoutState) => ({
  ...meta,
  languages: Object.fromEntries(
    Object.entries(languages).map(([locale, content]) => [locale, sent(content)]),
  ),
});

const layout = {
  ...{ name: 'Receipt', bodyType: 'text', subject: 'Thanks', body: '<p>Hi</p>' },
};
const file = (path: string, value: unknown) => ({
  path,
  content: typeof value === 'string' ? value : JSON.stringify(value),
});
const read = (...files: { path: string; content: string | null }[]) => layoutFrom(files, hash);

describe('files of a layout', () => {
  test('every layout survives a round trip through its files', () => {
    fc.assert(
      fc.property(saved, (state) => {
        const files = filesOf(state);
        expect(files.every(({ path }) => isLayoutFile(path))).toBe(true);
        expect(sentBy(layoutFrom(files, hash) as LayoutState)).toEqual(sentBy(state));
      }),
    );
  });

  test('writes the same layout as the same bytes, with one line per value', () => {
    const state = read(file('layout.json', layout), file('translations/de.json', { subject: 'Danke' }));
    const files = filesOf(state as LayoutState);
    expect(files).toEqual(filesOf(structuredClone(state as LayoutState)));
    expect(files.map(({ path }) => path)).toEqual(['layout.json', 'translations/de.json']);
    expect(files[1]?.content).toBe(
      '{\n  "subject": "Danke",\n  "previewText": "",\n  "body": "<p>Hi</p>",\n  "attachments": null,\n  "marketingTexts": null\n}\n',
    );
  });

  test('ignores other files in the folder', () => {
    for (const path of ['README.md', 'translations/notes.txt', 'translations/old/de.json', 'other.json'])
      expect(isLayoutFile(path), path).toBe(false);
  });
});

describe('hand-written files', () => {
  test('without layout.json there is no layout', () => {
    expect(read(file('translations/de.json', { subject: 'Danke' }))).toBeNull();
  });

  test.each([
    ['layout.json: not valid JSON', [file('layout.json', '{ "name": ')]],
    ['layout.json: must be an object', [file('layout.json', '[]')]],
    ['layout.json: larger than 2 MB, or not text', [{ path: 'layout.json', content: null }]],
    ['layout.json: nested deeper than 64 levels', [file('layout.json', '['.repeat(65))]],
    ['subject: required', [file('layout.json', { name: 'Receipt' })]],
    ['subjct: unknown field', [file('layout.json', { ...layout, subjct: 'typo' })]],
    ['bodyDesign: only for visual layouts', [file('layout.json', { ...layout, bodyDesign: { blocks: [] } })]],
    [
      'translations.de: not valid JSON',
      [file('layout.json', layout), file('translations/de.json', 'subject: Danke')],
    ],
    ['translations.de.subject: required', [file('layout.json', layout), file('translations/de.json', {})]],
    [
      'translations.german: must be a language code such as de or pt-br',
      [file('layout.json', layout), file('translations/german.json', { subject: 'Danke' })],
    ],
    [
      "translations.en.locale: is the layout's main language",
      [file('layout.json', layout), file('translations/en.json', { subject: 'Thanks' })],
    ],
    [
      'translations.pt_BR: this language is listed twice',
      [
        file('layout.json', layout),
        file('translations/pt-br.json', { subject: 'Obrigado' }),
        file('translations/pt_BR.json', { subject: 'Obrigado' }),
      ],
    ],
  ])('400 %s', (message, files) => {
    expect(() => read(...files)).toThrow(expect.objectContaining({ kind: 'invalid', message }));
  });

  test('400 for the 31st translation', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzabcde'];
    const files = letters.map((letter, i) =>
      file(`translations/${letter}${i < 26 ? 'x' : 'y'}.json`, { subject: 'S' }),
    );
    expect(() => read(file('layout.json', layout), ...files)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/\.locale: at most 30 translations per layout$/),
      }),
    );
  });
});

describe('restoring over existing content', () => {
  const state = read(
    file('layout.json', layout),
    file('translations/de.json', { subject: 'Danke' }),
    file('translations/fr.json', { subject: 'Merci' }),
  ) as LayoutState;
  const old = { ...state.languages['de'], writtenFor: 'what it was written for' } as LanguageContent;
  const current: LayoutState = { ...state, languages: { ...state.languages, de: old } };

  test('an unchanged translation keeps its stale marks', () => {
    expect(applyRestoredState(current, state).languages['de']?.writtenFor).toBe('what it was written for');
  });

  test('a changed translation counts as written for the restored main language', () => {
    const other = { ...state.languages['de'], subject: 'Vielen Dank' } as LanguageContent;
    const restored = applyRestoredState(current, { ...state, languages: { ...state.languages, de: other } });
    expect(restored.languages['de']?.writtenFor).toEqual(other.writtenFor);
  });

  test("400 bodyType: can't be changed after creation", () => {
    expect(() => applyRestoredState({ ...current, bodyType: 'visual' }, state)).toThrow(
      expect.objectContaining({ kind: 'invalid', message: "bodyType: can't be changed after creation" }),
    );
  });
});
