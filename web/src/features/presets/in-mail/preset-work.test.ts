import type { JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { entriesOf } from '../../editor/model/blocks.rules.ts';
import { record, undo } from '../../editor/model/history.rules.ts';
import type { Preset } from '../queries.ts';
import {
  beginWork,
  blocksOf,
  isDirty,
  mergeWithTheirs,
  type PresetWork,
  receiveSave,
  receiveServerState,
  resumeWork,
  takeTheirs,
} from './preset-work.rules.ts';

const heading = (text: string): JsonObject => ({ type: 'heading', text });
const preset = {
  id: 'p',
  revision: 3,
  ...{ blocks: [heading('One'), heading('Two')], defaultLocale: 'en' },
  languages: { de: { blocks: [heading('Eins'), heading('Zwei')], stale: [] } },
} as unknown as Preset;
const begun = beginWork(preset, { at: 'footer', locale: 'en' });
const written = (work: PresetWork, at: number, text: string): PresetWork => ({
  ...work,
  history: record(
    work.history,
    { label: 'set', patches: [{ kind: 'put', path: ['blocks', at, 'text'], value: text }] },
    0,
  ),
});
const words = (work: PresetWork | null) => work && blocksOf(work).map(({ text }) => text);
const at = (revision: number, ...texts: string[]) => ({ revision, blocks: texts.map(heading) });

test('edits the language of the email if the preset has it', () => {
  expect([begun.locale, words(begun)]).toEqual(['', ['One', 'Two']]);
  const german = beginWork(preset, { at: 'footer', locale: 'de-at' });
  expect([german.locale, words(german)]).toEqual(['de', ['Eins', 'Zwei']]);
  expect(beginWork(preset, { at: 'footer', locale: 'fr' }).locale).toBe('');
});

test('selects the block of the field, else the first', () => {
  const chosenBy = (locale: string, field?: string) => {
    const { history } = beginWork(preset, { at: 'footer', locale, ...(field && { field }) });
    return entriesOf(history.state).find(({ key }) => key === history.selection)?.block['text'];
  };
  expect(chosenBy('en')).toBe('One');
  expect(chosenBy('en', 'blocks[1].text')).toBe('Two');
  expect(chosenBy('de', 'languages.de.blocks[1].text')).toBe('Zwei');
  expect(chosenBy('en', 'blocks[7].text')).toBe('One');
});

test('follows the server while unchanged, keeps changed work, and ignores a new name', () => {
  expect(words(receiveServerState(begun, at(4, 'Other', 'Two')))).toEqual(['Other', 'Two']);
  const mine = written(begun, 0, 'Mine');
  expect(receiveServerState(mine, at(4, 'Other', 'Two'))).toBe(mine);
  const renamed = receiveServerState(mine, at(4, 'One', 'Two'));
  expect([renamed.base.revision, words(renamed)]).toEqual([4, ['Mine', 'Two']]);
  expect(receiveServerState(mine, at(3, 'Other', 'Two'))).toBe(mine);
});

test('merges changes in different blocks, and undo reverts theirs', () => {
  const both = mergeWithTheirs(written(begun, 0, 'Mine'), at(4, 'One', 'Theirs'), 1);
  expect(words(both)).toEqual(['Mine', 'Theirs']);
  expect(both?.base.revision).toBe(4);
  expect(both && words({ ...both, history: undo(both.history) })).toEqual(['Mine', 'Two']);
});

test('asks about conflicting changes; choosing theirs can be undone', () => {
  const mine = written(begun, 0, 'Mine');
  const theirs = at(4, 'Theirs', 'Two');
  expect(mergeWithTheirs(mine, theirs, 1)).toBeNull();
  const taken = takeTheirs(mine, theirs, 1);
  expect([words(taken), isDirty(taken)]).toEqual([['Theirs', 'Two'], false]);
  const back = { ...taken, history: undo(taken.history) };
  expect([words(back), isDirty(back), back.base.revision]).toEqual([['Mine', 'Two'], true, 4]);
});

test('never mistakes a draft from an earlier revision for what was saved since', () => {
  const up = resumeWork(begun, [heading('Left')], 2, 1);
  expect([words(up), isDirty(up), up.base.revision]).toEqual([['Left'], true, 2]);
  expect(mergeWithTheirs(up, at(3, 'One', 'Two'), 1)).toBeNull();
  expect(resumeWork(begun, [heading('Left')], 3, 1).base).toBe(begun.base);
});

test('leaves after saving, unless something was typed since', () => {
  const mine = written(begun, 0, 'Mine');
  expect(receiveSave(mine, at(4, 'Mine', 'Two')).isSaved).toBe(true);
  const since = receiveSave(written(mine, 1, 'More'), at(4, 'Mine', 'Two'));
  expect([since.isSaved, isDirty(since)]).toEqual([false, true]);
});
