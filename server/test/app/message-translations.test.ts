import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errors } from '../../../web/src/texts/de/common.ts';
import { history } from '../../../web/src/texts/de/history.ts';
import { messages } from '../../../web/src/texts/de/messages/index.ts';
import { said } from '../../../web/src/texts/de/said/index.ts';
import { versions } from '../../../web/src/texts/de/versions.ts';
import { translateMessage, translateProblems, translateSentence } from '../../../web/src/texts/said.ts';
import { catalog, type MessageCode } from '../../src/kernel/messages/catalog.ts';
import { message, textOf } from '../../src/kernel/messages/message.ts';
import { noMoreThan } from '../harness/size.ts';

const codes = Object.keys(catalog) as MessageCode[];

test('every translation of a message has exactly its placeholders (contract: The app 8)', () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  /** Placeholders that the translation omits, because they are for machines or for readers of English. */
  const dropped: Partial<Record<MessageCode, string[]>> = {
    budget_uncountable: ['{budget}'],
    over_budget: ['{budget}', '{limit}', '{window}'],
    role_too_low: ['{needed}', '{role}'],
    unknown_work: ['{what}'],
    with_history_entry: ['{id}'],
    written_by_newer_release: ['{what}'],
  };
  for (const code of codes) {
    const expected = holes(catalog[code]).filter((hole) => !dropped[code]?.includes(hole));
    expect(holes(messages[code]), code).toEqual(expected);
    expect(messages[code], code).not.toBe('');
  }
});

test('codes are snake_case and their messages distinct', () => {
  for (const code of codes) expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
  const texts = codes.filter((code) => !/^\{\w+\}$/.test(catalog[code])).map((code) => catalog[code]);
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

/** All matches of the pattern's last group in the server's sources. */
function inSources(files: string, pattern: RegExp): string[] {
  const root = join(import.meta.dirname, '../../src');
  const sources = globSync(files, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  return sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map((found) => found.at(-1) ?? ''),
  );
}

test('stored version summaries have a translation', () => {
  const stored = [
    ...inSources('features/**/*.ts', /^ {6,}.*\bsummary: ['`]([A-Z][^'`]*)/gm),
    ...inSources('features/**/*.ts', /_SUMMARY = '([^']+)'/g),
    ...inSources('features/**/{change-summary,http-requests}.rules.ts', /(?:return|\?) ['`]([A-Z][^'`]*)/g),
    ...inSources('features/**/versions.store.ts', /'([A-Z][a-z]+ [^']*)'/g),
  ];
  expect(stored).toContain('Created');
  expect(stored.length).toBeGreaterThan(5);
  /** Translated by its first word, with the names of fields and languages. */
  const isListed = (text: string) =>
    Object.hasOwn(versions.summaries, text.split(' ')[0]?.toLowerCase() ?? '');
  const filled = stored.filter((text) => !isListed(text)).map((text) => text.replace(/\$\{[^}]*\}+/g, 'x'));
  // Invitations are not versions; the audit log has its own words for operations.
  const unsaid = filled.filter(
    (text) => translateSentence(said, text) === text && !text.includes('invitation'),
  );
  expect(unsaid).toEqual([]);
});

test('the message that a hold leaves in history has a translation', () => {
  const stored = inSources('processes/commands/hold.ts', /^ {2}'([a-z][^']{40,})';$/gm);
  expect(stored).toHaveLength(1);
  expect(stored.filter((text) => translateSentence(said, text) === text)).toEqual([]);
});

test('every timeline event has a German name', () => {
  const events = inSources('features/{sending,delivery,http-requests}/**/*.ts', /\bevent: '([a-z ]+)'/g);
  expect(events).toContain('unsubscribe link added');
  expect(events.filter((event) => !Object.hasOwn(history.events, event))).toEqual([]);
});

test('errors of the auth library on paths that the app calls have a German translation', () => {
  const reached = [
    ...['INVALID_EMAIL', 'INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'INVALID_TOKEN'],
    ...['PASSWORD_TOO_LONG', 'PASSWORD_TOO_SHORT', 'CREDENTIAL_ACCOUNT_NOT_FOUND'],
    ...['SESSION_EXPIRED', 'SESSION_NOT_FRESH'],
    ...['BACKUP_CODES_NOT_ENABLED', 'INVALID_BACKUP_CODE', 'INVALID_CODE', 'INVALID_TWO_FACTOR_COOKIE'],
    ...['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'TOTP_NOT_ENABLED', 'TWO_FACTOR_NOT_ENABLED'],
    ...['AUTHENTICATION_FAILED', 'CHALLENGE_NOT_FOUND', 'FAILED_TO_VERIFY_REGISTRATION'],
    ...['PASSKEY_NOT_FOUND', 'PREVIOUSLY_REGISTERED'],
  ];
  const ours = inSources('adapters/people/*.ts', /(?:problem\('[A-Z_]+', |code: )'([A-Z_]+)'/g);
  expect(ours).toContain('ACCOUNT_SUSPENDED');
  // These come with a message from the catalog or name a field; the app never reaches the last one.
  const saidOtherwise = ['STEP_UP', 'UNAUTHORIZED', 'SIGNED_IN', 'VALIDATION_ERROR', 'NOT_FOUND'];
  const codesOfAuth = [...reached, ...ours].filter((code) => !saidOtherwise.includes(code));
  expect(codesOfAuth.filter((code) => !Object.hasOwn(errors.codes, code))).toEqual([]);
});

test('translates sentences stored by earlier releases', () => {
  const file = join(import.meta.dirname, '../fixtures/stored-sentences.txt');
  const everSaid = readFileSync(file, 'utf8').trimEnd().split('\n');
  const filled = (shape: string) => shape.replaceAll('{}', () => 'x.example');
  // Some were prefixed with the host.
  const isTranslated = (shape: string) =>
    [filled(shape), `x.example ${filled(shape)}`].some((each) => translateSentence(said, each) !== each);
  expect(everSaid.filter((shape) => !isTranslated(shape))).toEqual([]);
});

describe('a message', () => {
  const refused = message('host_refused_login', { host: 'mx.example', answer: '535 5.7.8 Bad: no' });

  test('is translated to German by its code, with nested messages', () => {
    const failed = message('emails_failed', {
      ...{ missing: 1, all: 3, counts: message('counts_failed', { failed: 1 }), error: refused },
    });
    expect(textOf(failed)).toBe(
      '1 of 3 emails failed or are unconfirmed (1 failed): mx.example rejected the login: 535 5.7.8 Bad: no',
    );
    expect(translateMessage(messages, said, failed)).toBe(
      '1 von 3 E-Mails fehlgeschlagen oder unbestätigt (1 fehlgeschlagen): mx.example hat die Anmeldung abgelehnt: 535 5.7.8 Bad: no',
    );
  });

  test('from a newer server shows the server’s sentence', () => {
    const unknown = { code: 'told_tomorrow' as MessageCode, params: {} };
    expect(translateMessage(messages, said, unknown)).toBeNull();
    expect(translateMessage(messages, said, message('told_of', { subject: 'a', error: unknown }))).toBeNull();
  });

  test('stored as a sentence is recognized by its pattern', () => {
    const stored = message('stored_sentence', { text: 'at most 200 characters' });
    expect(translateMessage(messages, said, stored)).toBe('Höchstens 200 Zeichen');
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
      'mx.example rejected the login: 535 5.7.8 Bad: no',
      'mx.example hat die Anmeldung abgelehnt: 535 5.7.8 Bad: no',
    ],
    [
      '1 of 3 messages did not surely arrive (1 failed): no secure connection to mx.example: its certificate has expired',
      '1 von 3 E-Mails fehlgeschlagen oder unbestätigt (1 fehlgeschlagen): Keine sichere Verbindung zu mx.example: Das Zertifikat ist abgelaufen',
    ],
    ['a sentence of a server that nobody knows', 'a sentence of a server that nobody knows'],
    ['toString', 'toString'],
  ])('%s', (english, german) => {
    expect(translateSentence(said, english)).toBe(german);
  });

  test('about several fields is shown field by field', () => {
    const problems = 'name: required; headers[0].name: at most 7 characters; other: required';
    expect(translateProblems(said, versions.fields, problems)).toBe(
      'Name: Pflichtfeld; Header ([0].name): Höchstens 7 Zeichen; other: Pflichtfeld',
    );
  });

  test('translates hostile sentences of any length quickly', () => {
    const hostile = `${'a: '.repeat(600)} refused ${'b: '.repeat(60)}`;
    const start = process.cpuUsage();
    for (let i = 0; i < 5; i++) translateSentence(said, hostile.slice(i));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(noMoreThan(1000));
  });
});
