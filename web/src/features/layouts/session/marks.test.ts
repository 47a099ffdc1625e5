import { expect, test } from 'vitest';
import { draftOf, isSaved, type OwnDraft, toLocalDraft } from '../draft/draft-wire.rules.ts';
import type { SavedLayout } from './layout-work.rules.ts';
import { readLocalWork, resumeWork, toLocalWork } from './local-work.rules.ts';
import { saveRequestOf } from './save-request.rules.ts';
import { discardChanges, receiveSave, receiveServerState } from './server-state.rules.ts';
import {
  beginSession,
  changedFieldsByLanguage,
  type EditSession,
  marksOf,
  markTranslated,
  redoInSession,
  undoInSession,
  undoStepOf,
  workOf,
  writeField,
} from './session.rules.ts';

const contentOf = (subject: string, html: string) => ({
  ...{ subject, previewText: '', bodyDesign: { blocks: [{ type: 'text', html }] } },
});
const base = (version = 3, subject = 'Hello'): SavedLayout => ({
  version,
  state: { en: contentOf(subject, 'One'), de: contentOf('Hallo', 'Eins') },
});
const HTML = 'bodyDesign.blocks[0].html';
const begun = beginSession(base(), 'en');
const marked = markTranslated(begun, 'de', 'subject', true, 0);
const pathsIn = (session: EditSession) => Object.keys(marksOf(session, 'de'));
const stored = (sent: ReturnType<typeof draftOf>) => sent as unknown as OwnDraft;

test('a mark is a step: unsaved, undone and redone', () => {
  const both = markTranslated(marked, 'de', HTML, true, 0);
  expect(marksOf(both, 'de')).toEqual({ subject: 'Hello', [HTML]: 'One' });
  // Apart from the mark, the language equals the server's version.
  expect(Object.fromEntries(changedFieldsByLanguage(both))).toEqual({ de: [] });
  expect(undoStepOf(both)?.label).toBe('stillRight');
  expect(pathsIn(undoInSession(both))).toEqual(['subject']);
  const none = undoInSession(undoInSession(both));
  expect([changedFieldsByLanguage(none).size, workOf(none)]).toEqual([0, base().state]);
  expect(pathsIn(redoInSession(redoInSession(none)))).toEqual(['subject', HTML]);
  expect(pathsIn(markTranslated(both, 'de', 'subject', false, 0))).toEqual([HTML]);
});

test('a mark disappears with its main text and returns with it', () => {
  const other = writeField(marked, 'en', 'subject', 'Good day', 0);
  expect(pathsIn(other)).toEqual([]);
  expect(pathsIn(undoInSession(other))).toEqual(['subject']);
  const theirs = receiveServerState(marked, base(4, 'Good day'), 0);
  expect([pathsIn(theirs), changedFieldsByLanguage(theirs).size]).toEqual([[], 0]);
  expect(workOf(theirs)['en']).toEqual(base(4, 'Good day').state['en']);
  // A path without a text cannot be marked.
  expect(pathsIn(markTranslated(begun, 'de', 'bodyDesign.blocks[7].html', true, 0))).toEqual([]);
});

test('a save sends a mark once, and no other part of the language', () => {
  const { fields, translations, work } = saveRequestOf(marked, { main: 'en', follows: false });
  expect([fields, translations]).toEqual([{}, { de: {} }]);
  const after = receiveServerState(receiveSave(marked, work, 4), base(4), 0);
  expect([changedFieldsByLanguage(after).size, after.base, pathsIn(after)]).toEqual([0, base(4), []]);
  // Undo doesn't revert a mark that the server already has, only the steps before.
  const back = undoInSession(after);
  expect([changedFieldsByLanguage(back).size, workOf(back)]).toEqual([0, base().state]);
});

test('merges marks with what someone else saved', () => {
  const { en, de } = base().state;
  const theirs = { version: 4, state: { en: en ?? {}, de: { ...de, subject: 'Moin' } } };
  const after = receiveServerState(marked, theirs, 0);
  expect([pathsIn(after), after.waiting, workOf(after)['de']?.['subject']]).toEqual([
    ['subject'],
    null,
    'Moin',
  ]);
});

test('discarding unsaved work discards marks, as one step', () => {
  const after = discardChanges(marked, base(), 0);
  expect([pathsIn(after), changedFieldsByLanguage(after).size]).toEqual([[], 0]);
  expect(pathsIn(undoInSession(after))).toEqual(['subject']);
});

test('the browser stores a mark with its undo step', () => {
  const kept = readLocalWork(JSON.parse(JSON.stringify(toLocalWork(marked))), 'layouts/x');
  const again = resumeWork(begun, kept, 3);
  expect(pathsIn(again)).toEqual(['subject']);
  expect(pathsIn(undoInSession(again))).toEqual([]);
});

test('the server stores marks and reads older drafts without them', () => {
  const sent = draftOf(marked);
  expect(sent.languages).toEqual({ de: { ...base().state['de'], stillRight: { subject: 'Hello' } } });
  expect(pathsIn(resumeWork(begun, toLocalDraft(stored(sent)), 3))).toEqual(['subject']);
  expect(isSaved(stored(sent), base().state)).toBe(false);
  const former = { ...sent, languages: { de: contentOf('Moin', 'Eins') } };
  const taken = resumeWork(begun, toLocalDraft(stored(former)), 3);
  expect(workOf(taken)['de']).toEqual(contentOf('Moin', 'Eins'));
});
