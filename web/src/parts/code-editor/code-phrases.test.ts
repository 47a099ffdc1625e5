import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { de } from '../../texts/de/index.ts';

/** The packages whose panels and announcements the code editor shows. */
const packages = ['search', 'lint', 'view', 'commands'];

test('every phrase of the code editor is translated into German', () => {
  const phrases = packages.flatMap((name) => {
    const source = readFileSync(createRequire(import.meta.url).resolve(`@codemirror/${name}`), 'utf8');
    return [...source.matchAll(/\bphrase\((?:view, )?"([^"]+)"/g)].map(([, phrase = '']) => phrase);
  });
  expect(phrases).toContain('match case');
  expect(phrases.filter((phrase) => !Object.hasOwn(de.common.codePhrases, phrase))).toEqual([]);
});
