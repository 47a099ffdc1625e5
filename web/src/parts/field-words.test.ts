import { expect, test } from 'vitest';
import { said } from '../texts/de/said/index.ts';
import { versions as german } from '../texts/de/versions.ts';
import { versions as english } from '../texts/en/versions.ts';
import { translateSentence } from '../texts/said.ts';
import { versionSummary } from './field-words.ts';

const names: Record<string, string> = { de: 'Deutsch (de)', fr: 'Französisch (fr)' };
const nameOf = (locale: string) => names[locale] ?? locale;

test.each([
  ['Created', 'Angelegt'],
  [
    'Changed subject, bodyDesign; added translation de, fr',
    'Geändert: Betreff, Inhalt; hinzugefügt: Deutsch (de), Französisch (fr)',
  ],
  ['Changed translation de; removed translation fr', 'Geändert: Deutsch (de); entfernt: Französisch (fr)'],
  ['Promoted de', 'Neue Hauptsprache: Deutsch (de)'],
  ['Changed headers, timeoutMs', 'Geändert: Header, Zeitlimit'],
  ['Restored version 3', 'Version 3 wiederhergestellt'],
  ['Restored commit 4f2c1a9', 'Commit 4f2c1a9 wiederhergestellt'],
  ['Something of a release to come', 'Something of a release to come'],
])('%s', (summary, expected) => {
  const words = { ...german, nameOf, said: (sentence: string) => translateSentence(said, sentence) };
  expect(versionSummary(summary, words)).toBe(expected);
});

test('in English a field uses its label from the page', () => {
  const words = { ...english, nameOf, said: (sentence: string) => sentence };
  expect(versionSummary('Changed previewText, bodyDesign; changed translation de', words)).toBe(
    'Changed preview text, content; changed Deutsch (de)',
  );
});
