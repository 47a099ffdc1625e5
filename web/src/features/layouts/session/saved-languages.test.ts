import { expect, test } from 'vitest';
import { setMember } from '../../editor/model/commands.rules.ts';
import type { DesignChange } from '../../editor/model/history.rules.ts';
import { savedLanguages } from './saved-languages.rules.ts';
import {
  applyDesignChange,
  beginSession,
  type EditSession,
  editCode,
  workOf,
  writeField,
} from './session.rules.ts';

const text = (html: string) => ({ type: 'text', html });
const contentOf = (subject: string, ...texts: string[]) => ({
  ...{ subject, previewText: '', bodyDesign: { blocks: texts.map(text) } },
});
/** The main language is not the first. */
const session = () =>
  beginSession(
    { version: 3, state: { de: contentOf('Hallo', 'Eins'), en: contentOf('Hello', 'One') } },
    'en',
  );
const sending = { main: 'en', follows: true };
const divider = { type: 'divider' };
const addLine = (before: EditSession) =>
  applyDesignChange(
    before,
    'en',
    { label: 'insert', patches: [{ kind: 'insert', path: ['blocks', 0], value: divider }] },
    0,
  );
const editHtml = (before: EditSession, locale: string, html: string) => {
  const design = workOf(before)[locale]?.['bodyDesign'] as { blocks: object[] };
  const path = ['blocks', design.blocks.length - 1, 'html'];
  return applyDesignChange(before, locale, setMember(design as never, path, html) as DesignChange, 0);
};
const blocksOf = (of: EditSession, options = sending) =>
  savedLanguages(of, options).map(({ locale, contents, isFollowing }) => [
    locale,
    (contents().after['bodyDesign'] as { blocks: object[] }).blocks,
    isFollowing,
  ]);

test('saves no language without changes', () => {
  expect(savedLanguages(session(), sending)).toEqual([]);
});

test('saves the main language first, then those that follow it, as the server does', () => {
  expect(blocksOf(addLine(session()))).toEqual([
    ['en', [divider, text('One')], false],
    ['de', [divider, text('Eins')], true],
  ]);
});

test('saves only touched languages if the others do not follow', () => {
  const alone = { ...sending, follows: false };
  expect(blocksOf(addLine(session()), alone)).toEqual([['en', [divider, text('One')], false]]);
  expect(blocksOf(editHtml(session(), 'de', 'Erstens'), alone)).toEqual([['de', [text('Erstens')], false]]);
  expect(blocksOf(editHtml(session(), 'de', 'Erstens'))).toEqual([['de', [text('Erstens')], false]]);
});

test('a changed language keeps its texts and gets the blocks of the main one', () => {
  expect(blocksOf(editHtml(addLine(session()), 'de', 'Erstens'))).toEqual([
    ['en', [divider, text('One')], false],
    ['de', [divider, text('Erstens')], false],
  ]);
  const [, german] = savedLanguages(writeField(addLine(session()), 'de', 'subject', 'Moin', 0), sending);
  const { before, after } = german?.contents() ?? {};
  expect(after).toEqual({ ...contentOf('Moin'), bodyDesign: { blocks: [divider, text('Eins')] } });
  expect(before).toEqual(contentOf('Hallo', 'Eins'));
});

test('reports code that is not a design', () => {
  const [german] = savedLanguages(editCode(session(), 'de', '{ "blocks": [', 0), sending);
  expect(german).toMatchObject({ locale: 'de', isUnparsed: true });
});

test('fills in both with the test variables to be saved, or with those of the main language', () => {
  const design = { blocks: [text('One')], testVariables: { name: 'Anna' } };
  const samples = (of: EditSession) => savedLanguages(of, sending).map((each) => each.samples);
  const written = editCode(session(), 'en', JSON.stringify(design), 0);
  expect(samples(written)).toEqual([{ name: 'Anna' }, { name: 'Anna' }]);
  expect(samples(addLine(session()))).toEqual([null, null]);
});
