import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messages } from '../../../web/src/texts/de/messages/index.ts';
import { said } from '../../../web/src/texts/de/said/index.ts';
import { say, sayMessage, sayProblems } from '../../../web/src/texts/said.ts';
import { catalogue, type MessageCode } from '../../src/kernel/messages/catalogue.ts';
import { message, textOf } from '../../src/kernel/messages/message.ts';

const codes = Object.keys(catalogue) as MessageCode[];

test('every translation of a message has exactly its placeholders (contract: The app 8)', () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  /** Parts for machines, or for those who read English. */
  const dropped: Partial<Record<MessageCode, string[]>> = {
    over_budget: ['{budget}', '{limit}', '{window}'],
    role_too_low: ['{needed}', '{role}'],
    with_history_entry: ['{id}'],
    written_by_newer_release: ['{what}'],
  };
  for (const code of codes) {
    const expected = holes(catalogue[code]).filter((hole) => !dropped[code]?.includes(hole));
    expect(holes(messages[code]), code).toEqual(expected);
    expect(messages[code], code).not.toBe('');
  }
});

test('codes are snake_case and their messages distinct', () => {
  for (const code of codes) expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
  const texts = codes.filter((code) => !/^\{\w+\}$/.test(catalogue[code])).map((code) => catalogue[code]);
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
});

test('schemas use catalog messages only', () => {
  const root = join(import.meta.dirname, '../../src');
  const OPERATORS = /^(config\.ts|setting-\w+\.ts|processes\/|.*\.test\.ts)/;
  const plain = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !OPERATORS.test(file) && /\berror: ['"`]/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(plain).toEqual([]);
});

test('translates sentences stored by earlier releases', () => {
  const file = join(import.meta.dirname, '../fixtures/said-sentences.txt');
  const everSaid = readFileSync(file, 'utf8').trimEnd().split('\n');
  const filled = (shape: string) => shape.replaceAll('{}', () => 'x.example');
  // Some were said with the host before them.
  const isTranslated = (shape: string) =>
    [filled(shape), `x.example ${filled(shape)}`].some((each) => say(said, each) !== each);
  expect(everSaid.filter((shape) => !isTranslated(shape))).toEqual([]);
});

describe('a message', () => {
  const refused = message('host_refused_login', { host: 'mx.example', answer: '535 5.7.8 Bad: no' });

  test('is said in German by its code, with the messages in it', () => {
    const failed = message('emails_failed', {
      ...{ missing: 1, all: 3, counts: message('counts_failed', { failed: 1 }), error: refused },
    });
    expect(textOf(failed)).toBe(
      '1 of 3 emails failed or are unconfirmed (1 failed): mx.example refused the login: 535 5.7.8 Bad: no',
    );
    expect(sayMessage(messages, said, failed)).toBe(
      '1 von 3 E-Mails fehlgeschlagen oder unbestätigt (1 fehlgeschlagen): mx.example hat die Anmeldung abgelehnt: 535 5.7.8 Bad: no',
    );
  });

  test('of a newer server is left to its sentence', () => {
    const unknown = { code: 'told_tomorrow' as MessageCode, params: {} };
    expect(sayMessage(messages, said, unknown)).toBeNull();
    expect(sayMessage(messages, said, message('told_of', { subject: 'a', error: unknown }))).toBeNull();
  });

  test('that was stored as a sentence is found by its shape', () => {
    const stored = message('stored_sentence', { text: 'at most 200 characters' });
    expect(sayMessage(messages, said, stored)).toBe('Höchstens 200 Zeichen');
  });
});

describe('a sentence without a code', () => {
  test.each([
    ['at most 200 characters', 'Höchstens 200 Zeichen'],
    [
      'Liquid: tag "if" not closed, line 1, column 4',
      'Liquid: Tag „if“ ist nicht geschlossen, Zeile 1, Spalte 4',
    ],
    [
      'mx.example refused the login: 535 5.7.8 Bad: no',
      'mx.example hat die Anmeldung abgelehnt: 535 5.7.8 Bad: no',
    ],
    [
      '1 of 3 messages did not surely arrive (1 failed): no secure connection to mx.example: its certificate has expired',
      '1 von 3 E-Mails fehlgeschlagen oder unbestätigt (1 fehlgeschlagen): Keine sichere Verbindung zu mx.example: Das Zertifikat ist abgelaufen',
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

  test('translates hostile sentences of any length quickly', () => {
    const hostile = `${'a: '.repeat(600)} refused ${'b: '.repeat(60)}`;
    const start = process.cpuUsage();
    for (let i = 0; i < 5; i++) say(said, hostile.slice(i));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
  });
});
