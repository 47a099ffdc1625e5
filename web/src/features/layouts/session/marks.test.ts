import { expect, test } from 'vitest';
import { draftOf, isSaved, keptOf, type OwnDraft } from '../draft/draft-wire.rules.ts';
import { arrived, discarded, saved } from './arrive.rules.ts';
import { keptWork, takenUp, workToKeep } from './kept-work.rules.ts';
import type { Base } from './layout-work.rules.ts';
import {
  beginSession,
  changesOf,
  markIn,
  marksOf,
  redone,
  type Session,
  stepBack,
  undone,
  workOf,
  writeIn,
} from './session.rules.ts';
import { toSend } from './to-send.rules.ts';

const contentOf = (subject: string, html: string) => ({
  ...{ subject, previewText: '', bodyDesign: { blocks: [{ type: 'text', html }] } },
});
const base = (version = 3, subject = 'Hello'): Base => ({
  version,
  state: { en: contentOf(subject, 'One'), de: contentOf('Hallo', 'Eins') },
});
const HTML = 'bodyDesign.blocks[0].html';
const begun = beginSession(base(), 'en');
const marked = markIn(begun, 'de', 'subject', true, 0);
const pathsIn = (session: Session) => Object.keys(marksOf(session, 'de'));
const stored = (sent: ReturnType<typeof draftOf>) => sent as unknown as OwnDraft;

test('a mark is a step: unsaved, undone and done again', () => {
  const both = markIn(marked, 'de', HTML, true, 0);
  expect(marksOf(both, 'de')).toEqual({ subject: 'Hello', [HTML]: 'One' });
  // The language says what the server has.
  expect(Object.fromEntries(changesOf(both))).toEqual({ de: [] });
  expect(stepBack(both)?.label).toBe('stillRight');
  expect(pathsIn(undone(both))).toEqual(['subject']);
  const none = undone(undone(both));
  expect([changesOf(none).size, workOf(none)]).toEqual([0, base().state]);
  expect(pathsIn(redone(redone(none)))).toEqual(['subject', HTML]);
  expect(pathsIn(markIn(both, 'de', 'subject', false, 0))).toEqual([HTML]);
});

test('a mark goes with what the main language said, and comes back with it', () => {
  const other = writeIn(marked, 'en', 'subject', 'Good day', 0);
  expect(pathsIn(other)).toEqual([]);
  expect(pathsIn(undone(other))).toEqual(['subject']);
  const theirs = arrived(marked, base(4, 'Good day'), 0);
  expect([pathsIn(theirs), changesOf(theirs).size]).toEqual([[], 0]);
  expect(workOf(theirs)['en']).toEqual(base(4, 'Good day').state['en']);
  // What says nothing cannot be marked.
  expect(pathsIn(markIn(begun, 'de', 'bodyDesign.blocks[7].html', true, 0))).toEqual([]);
});

test('a save tells it once, and says nothing else of the language', () => {
  const { fields, translations, work } = toSend(marked, { main: 'en', follows: false });
  expect([fields, translations]).toEqual([{}, { de: {} }]);
  const after = arrived(saved(marked, work, 4), base(4), 0);
  expect([changesOf(after).size, after.base, pathsIn(after)]).toEqual([0, base(4), []]);
  // What the server knows is not taken back; the steps before are.
  const back = undone(after);
  expect([changesOf(back).size, workOf(back)]).toEqual([0, base().state]);
});

test('what somebody else saves is brought together with it', () => {
  const { en, de } = base().state;
  const theirs = { version: 4, state: { en: en ?? {}, de: { ...de, subject: 'Moin' } } };
  const after = arrived(marked, theirs, 0);
  expect([pathsIn(after), after.waiting, workOf(after)['de']?.['subject']]).toEqual([
    ['subject'],
    null,
    'Moin',
  ]);
});

test('giving up what is not saved gives up marks, as a step', () => {
  const after = discarded(marked, base(), 0);
  expect([pathsIn(after), changesOf(after).size]).toEqual([[], 0]);
  expect(pathsIn(undone(after))).toEqual(['subject']);
});

test('the browser keeps it with its step', () => {
  const kept = keptWork(JSON.parse(JSON.stringify(workToKeep(marked))), 'layouts/x');
  const again = takenUp(begun, kept, 3);
  expect(pathsIn(again)).toEqual(['subject']);
  expect(pathsIn(undone(again))).toEqual([]);
});

test('the server keeps it; a draft without any, of before, is read', () => {
  const sent = draftOf(marked);
  expect(sent.languages).toEqual({ de: { ...base().state['de'], stillRight: { subject: 'Hello' } } });
  expect(pathsIn(takenUp(begun, keptOf(stored(sent)), 3))).toEqual(['subject']);
  expect(isSaved(stored(sent), base().state)).toBe(false);
  const former = { ...sent, languages: { de: contentOf('Moin', 'Eins') } };
  const taken = takenUp(begun, keptOf(stored(former)), 3);
  expect(workOf(taken)['de']).toEqual(contentOf('Moin', 'Eins'));
});
