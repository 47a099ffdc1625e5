import { expect, test } from 'vitest';
import { message } from '../../../kernel/messages/message.ts';
import { warningsOfStep } from './step-warnings.rules.ts';

const chosen = (why: 'language_main' | 'language_base' | 'language_as_asked') =>
  message('language_chosen_for', { locale: 'en', why: message(why), asked: 'de' });
const leftOut = message('language_incomplete', { locale: 'de' });

test.each([
  ['nothing about a language that was sent', [chosen('language_as_asked')], []],
  ['nothing about a regional variant', [chosen('language_base')], []],
  ['nothing about a variant in place of an incomplete one', [leftOut, chosen('language_base')], []],
  ['nothing when no language was requested', [message('language_chosen', { locale: 'en', why: 'x' })], []],
  ['nothing about entries without a code', [null], []],
  [
    'about a language that the layout lacks',
    [chosen('language_main')],
    ['the layout has no "de" translation; the email is in "en"'],
  ],
  [
    'about an incomplete language that was left out',
    [leftOut, chosen('language_main')],
    ['de has untranslated texts, and the layout sends only complete languages; the email is in en'],
  ],
])('warns %s (contract: Workflow platforms 11)', (_, languages, warned) => {
  expect(warningsOfStep({ languages, warnings: [] })).toEqual(warned);
});
