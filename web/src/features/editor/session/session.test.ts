import type { JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { entriesOf } from '../model/blocks.rules.ts';
import { moveBlock, removeBlock, setMember } from '../model/commands.rules.ts';
import { beginHistory, type DesignChange, record } from '../model/history.rules.ts';
import { differsOnlyInText, type EditorSession } from './session.ts';

const design = { blocks: [{ type: 'heading', text: 'a' }, { type: 'divider' }] };
const nothing = () => undefined;
const forced = new Map<string, boolean>();

const sessionOf = (state: JsonObject, more: Partial<EditorSession> = {}): EditorSession => ({
  ...{ design: state, entries: entriesOf(state), selection: null, canChange: true, faults: {} },
  ...{ run: nothing, select: nothing, undo: nothing, redo: nothing, canUndo: true, canRedo: false },
  ...{ forced, force: nothing, ...more },
});
const before = sessionOf(design);
const after = (change: DesignChange | null) =>
  sessionOf(change ? record(beginHistory(design), change, 0).state : design);
const [heading] = before.entries;
if (!heading) throw new Error('no heading');

test('typing may be drawn later', () => {
  expect(differsOnlyInText(before, before)).toBe(true);
  expect(differsOnlyInText(before, after(setMember(design, ['blocks', 0, 'text'], 'b')))).toBe(true);
});

test('added, removed, moved and selected blocks are drawn at once', () => {
  expect(differsOnlyInText(before, after(removeBlock(design, heading)))).toBe(false);
  expect(differsOnlyInText(before, after(moveBlock(design, heading, { list: ['blocks'], index: 2 })))).toBe(
    false,
  );
  const inFooter = moveBlock(design, heading, { list: ['footer', 'blocks'], index: 0 });
  expect(differsOnlyInText(before, after(inFooter))).toBe(false);
  for (const more of [
    { selection: heading.key },
    { canChange: false },
    { canUndo: false },
    { canRedo: true },
    { forced: new Map() },
  ])
    expect(differsOnlyInText(before, sessionOf(design, more))).toBe(false);
});
