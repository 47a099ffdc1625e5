import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { said } from '../../../web/src/texts/de/said/index.ts';
import { say, sayProblems } from '../../../web/src/texts/said.ts';
import { saidSentences, shapeOf } from '../harness/said-sentences.ts';

const sentences = saidSentences();
/** With something in each hole that no language changes. */
const filled = (shape: string) => shape.replaceAll('{}', () => 'x.example');
/** Some are said with the host before them. */
const isTranslated = (shape: string) =>
  [filled(shape), `x.example ${filled(shape)}`].some((each) => say(said, each) !== each);

test('every sentence that the server may say to a person has its German (contract: The app 8)', () => {
  const shapes = new Set(Object.keys(said).map(shapeOf));
  const missing = [...sentences].filter(([shape]) => !shapes.has(shape) && !isTranslated(shape));
  expect(missing.map(([shape, file]) => `${file}: ${shape}`)).toEqual([]);
  // A scan that finds nothing would pass too.
  expect(sentences.size).toBeGreaterThan(150);
});

test('a sentence that was ever said keeps its German: history holds old ones, and an older release says them', () => {
  const file = join(import.meta.dirname, '../fixtures/said-sentences.txt');
  const everSaid = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(everSaid.filter((shape) => !isTranslated(shape))).toEqual([]);
  const isNew = (shape: string) => !everSaid.includes(shape);
  expect([...sentences.keys()].filter(isNew), 'add these lines to said-sentences.txt').toEqual([]);
});

test('a translation has all parts of its sentence and no others', () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  /** Parts for machines, or for those who read English. */
  const dropped = ['{id}', '{role}', '{needed}', '{budget}', '{limit}', '{window}'];
  for (const [english, german] of Object.entries(said)) {
    const expected = holes(english).filter((hole) => !dropped.includes(hole) || german.includes(hole));
    const rest = english.startsWith('this {what} was written') ? [] : expected;
    expect(holes(german), english).toEqual(rest);
  }
});

describe('a sentence of the server', () => {
  test.each([
    ['at most 200 characters', 'Höchstens 200 Zeichen'],
    [
      'Liquid: tag "if" not closed, line 1, column 4',
      'Liquid: der Befehl „if“ ist nicht geschlossen, Zeile 1, Spalte 4',
    ],
    [
      'mx.example refused the login: 535 5.7.8 Bad: no',
      'mx.example hat die Anmeldung abgelehnt: 535 5.7.8 Bad: no',
    ],
    [
      '1 of 3 messages did not surely arrive (1 failed): no secure connection to mx.example: its certificate has expired',
      '1 von 3 Nachrichten sind nicht sicher angekommen (1 fehlgeschlagen): Keine gesicherte Verbindung zu mx.example: Sein Zertifikat ist abgelaufen',
    ],
    ['a sentence of a server that nobody knows', 'a sentence of a server that nobody knows'],
    ['toString', 'toString'],
  ])('%s', (english, german) => {
    expect(say(said, english)).toBe(german);
  });

  test('about several fields is said field by field', () => {
    expect(sayProblems(said, 'name: required; headers[0].name: at most 7 characters')).toBe(
      'name: Pflichtfeld; headers[0].name: Höchstens 7 Zeichen',
    );
  });

  test('of any length and with any signs takes no time worth naming', () => {
    const hostile = `${'a: '.repeat(600)} refused ${'b: '.repeat(60)}`;
    const start = process.cpuUsage();
    for (let i = 0; i < 5; i++) say(said, hostile.slice(i));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
  });
});
