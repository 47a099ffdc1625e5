import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { entriesOf } from '../model/blocks.rules.ts';
import { moveBlock, removeBlock, setMember } from '../model/commands.rules.ts';
import { beginHistory, type Change, record } from '../model/history.rules.ts';
import { type EditorSession, isSameButWords } from './session.ts';

const design = { blocks: [{ type: 'heading', text: 'a' }, { type: 'divider' }] };
const nothing = () => undefined;
const forced = new Map<string, boolean>();

const sessionOf = (state: JsonObject, more: Partial<EditorSession> = {}): EditorSession => ({
  ...{ design: state, entries: entriesOf(state), selection: null, canChange: true, faults: {} },
  ...{ run: nothing, select: nothing, undo: nothing, redo: nothing, canUndo: true, canRedo: false },
  ...{ forced, force: nothing, ...more },
});
const before = sessionOf(design);
const after = (change: Change | null) =>
  sessionOf(change ? record(beginHistory(design), change, 0).state : design);
const [heading] = before.entries;
if (!heading) throw new Error('no heading');

test('what is written may be drawn later', () => {
  expect(isSameButWords(before, before)).toBe(true);
  expect(isSameButWords(before, after(setMember(design, ['blocks', 0, 'text'], 'b')))).toBe(true);
});

test('what comes, goes, moves or is chosen is drawn at once', () => {
  expect(isSameButWords(before, after(removeBlock(design, heading)))).toBe(false);
  expect(isSameButWords(before, after(moveBlock(design, heading, { list: ['blocks'], index: 2 })))).toBe(
    false,
  );
  const inFooter = moveBlock(design, heading, { list: ['footer', 'blocks'], index: 0 });
  expect(isSameButWords(before, after(inFooter))).toBe(false);
  for (const more of [
    { selection: heading.key },
    { canChange: false },
    { canUndo: false },
    { canRedo: true },
    { forced: new Map() },
  ])
    expect(isSameButWords(before, sessionOf(design, more))).toBe(false);
});
