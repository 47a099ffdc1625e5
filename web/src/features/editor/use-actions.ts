import { type ClipboardEvent, type KeyboardEvent, useMemo } from 'react';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import type { Dragged } from './dragging/use-draggable.ts';
import type { Entry } from './model/blocks.rules.ts';
import { blocksIn, copiedText, pasteBlocks } from './model/clipboard.rules.ts';
import {
  type Direction,
  duplicateBlock,
  insertBlock,
  moveBlock,
  type Place,
  placesFor,
  placesWhere,
  removeBlock,
  stepBlock,
} from './model/commands.rules.ts';
import type { Change } from './model/history.rules.ts';
import { type BlockType, newBlock } from './model/new-block.rules.ts';
import { valueAt } from './model/patches.rules.ts';
import { joinTexts, unwrapBlock, type Wrapper, wrapBlock } from './model/wrap.rules.ts';
import type { EditorSession } from './session/session.ts';
import { useBlockName } from './session/use-block-name.ts';

type BlockName = ReturnType<typeof useBlockName>;

/** Everything that can be done with blocks, said aloud when it is done. */
export function useActions(session: EditorSession, announce: (text: string) => void) {
  const { editor } = useTexts();
  const nameOf = useBlockName();
  return useMemo(() => actionsOn(session, announce, editor, nameOf), [session, announce, editor, nameOf]);
}

function actionsOn(
  session: EditorSession,
  announce: (text: string) => void,
  editor: Texts['editor'],
  nameOf: BlockName,
) {
  const { design, entries, selection, run, canChange } = session;
  const selected = entries.find(({ key }) => key === selection) ?? null;

  const runOrRefuse = (change: Change | null, said: (change: Change) => string) => {
    if (!canChange) return;
    if (change) run(change);
    announce(change ? said(change) : editor.said.cannot);
  };
  /** Below what is selected; else at the end of the mail. */
  const placeToAdd = (): Place => {
    if (selected) return { list: selected.list, index: selected.index + 1 };
    const blocks = valueAt(design, ['blocks']);
    return { list: ['blocks'], index: Array.isArray(blocks) ? blocks.length : 0 };
  };
  const actions = {
    selected,
    add(type: BlockType, place = placeToAdd()) {
      const block = newBlock(type, editor.newBlock);
      runOrRefuse(insertBlock(design, place, block), () => editor.said.insert(nameOf({ type })));
    },
    canWrap: (entry: Entry, wrapper: Wrapper) => wrapBlock(design, entry, wrapper) !== null,
    wrap: (entry: Entry, wrapper: Wrapper) =>
      runOrRefuse(wrapBlock(design, entry, wrapper), () =>
        editor.said.wrap(nameOf(entry.block), nameOf({ type: wrapper })),
      ),
    canUnwrap: (entry: Entry) => unwrapBlock(design, entry) !== null,
    unwrap: (entry: Entry) =>
      runOrRefuse(unwrapBlock(design, entry), () => editor.said.unwrap(nameOf(entry.block))),
    canJoin: (entry: Entry) => joinTexts(design, entry) !== null,
    join: (entry: Entry) => runOrRefuse(joinTexts(design, entry), () => editor.said.join),
    /** Where what is dragged may be dropped. */
    placesFor(dragged: Dragged): Place[] {
      if ('type' in dragged) {
        const block = newBlock(dragged.type, editor.newBlock);
        return placesWhere(design, (place) => insertBlock(design, place, block));
      }
      const entry = entries.find(({ key }) => key === dragged.key);
      return entry ? placesFor(design, entry) : [];
    },
    drop(dragged: Dragged, place: Place) {
      const entry = 'key' in dragged ? entries.find(({ key }) => key === dragged.key) : null;
      if ('type' in dragged) actions.add(dragged.type, place);
      else if (entry) actions.moveTo(entry, place);
    },
    remove: (entry: Entry) =>
      runOrRefuse(removeBlock(design, entry), () => editor.said.remove(nameOf(entry.block))),
    duplicate: (entry: Entry) =>
      runOrRefuse(duplicateBlock(design, entry), () => editor.said.duplicate(nameOf(entry.block))),
    canStep: (entry: Entry, direction: Direction) => stepBlock(design, entry, direction) !== null,
    step: (entry: Entry, direction: Direction) =>
      runOrRefuse(stepBlock(design, entry, direction), moved(entry)),
    moveTo: (entry: Entry, place: Place) => runOrRefuse(moveBlock(design, entry, place), moved(entry)),
  };
  const moved = (entry: Entry) => (change: Change) => {
    const last = change.patches.at(-1);
    const index = typeof last?.path.at(-1) === 'number' ? Number(last.path.at(-1)) : 0;
    const list = last && valueAt(design, last.path.slice(0, -1));
    const isSameList = last?.path.length === entry.path.length && list === valueAt(design, entry.list);
    const count = (Array.isArray(list) ? list.length : 0) + (isSameList ? 0 : 1);
    return editor.said.move(nameOf(entry.block), index + 1, count);
  };

  const arrows: Readonly<Record<string, Direction>> = {
    ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' },
  };
  /** Keys that do the same in the outline and on the canvas; whether it was one of them. */
  const press = (event: KeyboardEvent): boolean => {
    const direction = arrows[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    if (selected && event.altKey && direction) actions.step(selected, direction);
    else if (selected && isCommand && event.key === 'd') actions.duplicate(selected);
    else if (selected && (event.key === 'Delete' || event.key === 'Backspace')) actions.remove(selected);
    else if (event.key === 'Escape' && selected) session.select(selected.parent);
    else return false;
    event.preventDefault();
    return true;
  };
  /** Copies of blocks are text, so that they go between layouts and stores. */
  const clipboard = {
    onCopy(event: ClipboardEvent) {
      if (!selected || isInField(event)) return;
      event.clipboardData.setData('text/plain', copiedText(selected.block));
      event.preventDefault();
      announce(editor.said.copy(nameOf(selected.block)));
    },
    onCut(event: ClipboardEvent) {
      if (!selected || !canChange || isInField(event)) return;
      event.clipboardData.setData('text/plain', copiedText(selected.block));
      event.preventDefault();
      actions.remove(selected);
    },
    onPaste(event: ClipboardEvent) {
      const blocks = isInField(event) ? [] : blocksIn(event.clipboardData.getData('text/plain'));
      if (blocks.length === 0) return;
      event.preventDefault();
      runOrRefuse(pasteBlocks(design, placeToAdd(), blocks), () => editor.said.paste(blocks.length));
    },
  };
  return { ...actions, press, clipboard };
}

/** What is written in a field is copied as it is anywhere. */
const isInField = ({ target }: ClipboardEvent) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

export type EditorActions = ReturnType<typeof useActions>;
