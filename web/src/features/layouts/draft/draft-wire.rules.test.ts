import { expect, test } from 'vitest';
import { resumeWork, toLocalWork } from '../session/local-work.rules.ts';
import { beginSession, editCode, workOf, writeField } from '../session/session.rules.ts';
import {
  digestOfWork,
  draftOf,
  isSaved,
  type OwnDraft,
  sameLanguages,
  toLocalDraft,
} from './draft-wire.rules.ts';

const state = {
  en: { subject: 'Hello', previewText: '', bodyDesign: { blocks: [] } },
  de: { subject: 'Hallo', previewText: '', bodyDesign: { blocks: [] } },
};
const begun = beginSession({ version: 3, state }, 'en');

const stored = (sent: ReturnType<typeof draftOf>): OwnDraft => ({
  ...{ id: 'd', author: { type: 'user', name: 'Anna' }, isOwn: true, revision: 1 },
  ...{ locales: Object.keys(sent.languages), createdAt: '', updatedAt: '', base: {} },
  ...sent,
});

test('sends changed languages in full and reads them back unchanged', () => {
  const session = writeField(begun, 'de', 'subject', 'Guten Tag', 0);
  const sent = draftOf(session);
  expect(sent).toEqual({ baseVersion: 3, languages: { de: { ...state.de, subject: 'Guten Tag' } } });
  const again = resumeWork(begun, toLocalDraft(stored(sent)), sent.baseVersion);
  expect(workOf(again)).toEqual(workOf(session));
  expect(draftOf(again)).toEqual(sent);
});

test('sends code that is not a design as typed and reads it back unchanged', () => {
  const session = editCode(begun, 'en', '{ "blocks": [', 0);
  const sent = draftOf(session);
  expect(sent.languages).toEqual({ en: { subject: 'Hello', previewText: '', code: '{ "blocks": [' } });
  const again = resumeWork(begun, toLocalDraft(stored(sent)), sent.baseVersion);
  expect(again.codes['en']).toEqual({ text: '{ "blocks": [', design: null });
});

test('sends the HTML of a text layout as its body', () => {
  const text = beginSession(
    { version: 1, state: { en: { subject: 'S', previewText: '', body: '<p>' } } },
    'en',
  );
  const sent = draftOf(writeField(text, 'en', 'body', '<p>Hi', 0));
  expect(sent.languages).toEqual({ en: { subject: 'S', previewText: '', body: '<p>Hi' } });
  expect(toLocalDraft(stored(sent)).languages['en']?.body).toBe('<p>Hi');
});

test('recognizes the same work in the browser and on the server', () => {
  const both = writeField(writeField(begun, 'de', 'subject', 'Guten Tag', 0), 'en', 'previewText', 'New', 0);
  expect(sameLanguages(stored(draftOf(both)), toLocalWork(both))).toBe(true);
  expect(sameLanguages(stored(draftOf(both)), toLocalWork(writeField(both, 'de', 'subject', 'Tag', 9)))).toBe(
    false,
  );
});

test('recognizes sent work by its digest, whatever its order of members', () => {
  const both = draftOf(
    writeField(writeField(begun, 'de', 'subject', 'Guten Tag', 0), 'en', 'previewText', 'New', 0),
  );
  const { de, en } = both.languages as Record<'de' | 'en', (typeof both.languages)[string]>;
  const { subject, ...rest } = de;
  const shown = stored({ ...both, languages: { en, de: { ...rest, subject } } });
  expect(digestOfWork(shown)).toBe(digestOfWork(both));
  const further = draftOf(writeField(begun, 'de', 'subject', 'Guten Tag!', 0));
  expect(digestOfWork(further)).not.toBe(digestOfWork(both));
});

test('distinguishes a draft equal to the saved layout from another', () => {
  const sent = draftOf(writeField(begun, 'de', 'subject', 'Guten Tag', 0));
  const saved = { ...state, de: { ...state.de, subject: 'Guten Tag' } };
  expect(isSaved(stored(sent), saved)).toBe(true);
  expect(isSaved(stored(sent), state)).toBe(false);
  const code = draftOf(editCode(begun, 'en', '{', 0));
  expect(isSaved(stored(code), state)).toBe(false);
});
