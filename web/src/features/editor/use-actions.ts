import type { JsonObject } from 'outstep/kernel/json.ts';
import { type KeyboardEvent, type RefObject, useMemo } from 'react';
import { useLatest } from '../../parts/use-event-callback.ts';
import { type Texts, useTexts } from '../../texts/texts.tsx';
import type { DragPayload, NewBlockDrag } from './dragging/use-draggable.ts';
import { directionOfArrow } from './model/arrow.rules.ts';
import { type BlockEntry, isWithin } from './model/blocks.rules.ts';
import { blocksIn, copiedText, pasteBlocks } from './model/clipboard.rules.ts';
import {
  type Direction,
  duplicateBlock,
  type InsertionPoint,
  insertBlock,
  insertionPointsWhere,
  moveBlock,
  moveTargetsFor,
  removeBlock,
  stepBlock,
} from './model/commands.rules.ts';
import type { DesignChange } from './model/history.rules.ts';
import { newBlock } from './model/new-block.rules.ts';
import { changeWithin } from './model/open-preset.rules.ts';
import { canShare, partBlock, sharePart } from './model/parts.rules.ts';
import { valueAt } from './model/patches.rules.ts';
import { insertionPointBelow } from './model/picture.rules.ts';
import { joinTexts, unwrapBlock, type Wrapper, wrapBlock } from './model/wrap.rules.ts';
import type { EditorSession } from './session/session.ts';
import { useBlockName } from './session/use-block-name.ts';

type BlockName = ReturnType<typeof useBlockName>;

/**
 * The actions on blocks, each announced to screen readers. The object is stable and always acts on the
 * current design, even when called from an older render.
 */
export function useActions(session: EditorSession, announce: (text: string) => void) {
  const { editor } = useTexts();
  const nameOf = useBlockName();
  const latest = useLatest(session);
  return useMemo(() => actionsOn(latest, announce, editor, nameOf), [latest, announce, editor, nameOf]);
}

type BlockCommand = (design: JsonObject, entry: BlockEntry) => DesignChange | null;

function actionsOn(
  latest: RefObject<EditorSession>,
  announce: (text: string) => void,
  editor: Texts['editor'],
  nameOf: BlockName,
) {
  const withKey = (key: string | null) => latest.current.entries.find((each) => each.key === key) ?? null;
  const selected = () => withKey(latest.current.selection);

  /** While a preset is open, the rest of the email must not change. */
  const isWithinReach = (change: DesignChange) =>
    !latest.current.preset || changeWithin(change, latest.current.preset.list) !== null;
  const runOrRefuse = (wanted: DesignChange | null, said: (change: DesignChange) => string) => {
    if (!latest.current.canChange) return;
    const change = wanted && isWithinReach(wanted) ? wanted : null;
    if (change) latest.current.run(change);
    announce(change ? said(change) : editor.said.cannot);
  };
  /** Applies a command to the current state of a block. */
  const changeOf = ({ key }: BlockEntry, command: BlockCommand) => {
    const entry = withKey(key);
    const change = entry && command(latest.current.design, entry);
    return change && isWithinReach(change) ? change : null;
  };
  const runOn = (entry: BlockEntry, command: BlockCommand, said: (change: DesignChange) => string) =>
    runOrRefuse(changeOf(entry, command), said);
  /** Below the selection, otherwise at the end. */
  const placeToAdd = (): InsertionPoint => {
    const { design, selection, preset } = latest.current;
    return insertionPointBelow(design, selection, preset?.list);
  };
  const blockOf = (added: NewBlockDrag) =>
    'type' in added ? newBlock(added.type, editor.newBlock) : partBlock(added.preset);
  const wrapIn =
    (wrapper: Wrapper): BlockCommand =>
    (design, entry) =>
      wrapBlock(design, entry, wrapper);
  const stepTo =
    (direction: Direction): BlockCommand =>
    (design, entry) =>
      stepBlock(design, entry, direction);
  const actions = {
    add(added: NewBlockDrag, place = placeToAdd()) {
      const block = blockOf(added);
      const change = insertBlock(latest.current.design, place, block);
      runOrRefuse(change, () => editor.said.insert(nameOf({ type: String(block['type']) })));
    },
    canShare: ({ block }: BlockEntry) => !latest.current.preset && canShare(block),
    /** Replaces the block after its blocks have been saved as a preset. */
    share: (entry: BlockEntry, preset: string) =>
      runOn(
        entry,
        (design, now) => sharePart(design, now, preset),
        () => editor.said.share(nameOf(entry.block)),
      ),
    canWrap: (entry: BlockEntry, wrapper: Wrapper) => changeOf(entry, wrapIn(wrapper)) !== null,
    wrap: (entry: BlockEntry, wrapper: Wrapper) =>
      runOn(entry, wrapIn(wrapper), () => editor.said.wrap(nameOf(entry.block), nameOf({ type: wrapper }))),
    canUnwrap: (entry: BlockEntry) => changeOf(entry, unwrapBlock) !== null,
    unwrap: (entry: BlockEntry) => runOn(entry, unwrapBlock, () => editor.said.unwrap(nameOf(entry.block))),
    canJoin: (entry: BlockEntry) => changeOf(entry, joinTexts) !== null,
    join: (entry: BlockEntry) => runOn(entry, joinTexts, () => editor.said.join),
    /** Where the dragged block may be dropped. */
    placesFor(dragged: DragPayload): InsertionPoint[] {
      const { design, preset } = latest.current;
      const entry = 'key' in dragged ? withKey(dragged.key) : null;
      const block = 'key' in dragged ? null : blockOf(dragged);
      const places = block
        ? insertionPointsWhere(design, { put: (place) => insertBlock(design, place, block) })
        : entry
          ? moveTargetsFor(design, entry)
          : [];
      return preset ? places.filter(({ list }) => isWithin(preset.list, list)) : places;
    },
    drop(dragged: DragPayload, place: InsertionPoint) {
      const entry = 'key' in dragged ? withKey(dragged.key) : null;
      if (!('key' in dragged)) actions.add(dragged, place);
      else if (entry) actions.moveTo(entry, place);
    },
    remove: (entry: BlockEntry) => runOn(entry, removeBlock, () => editor.said.remove(nameOf(entry.block))),
    duplicate: (entry: BlockEntry) =>
      runOn(entry, duplicateBlock, () => editor.said.duplicate(nameOf(entry.block))),
    canStep: (entry: BlockEntry, direction: Direction) => changeOf(entry, stepTo(direction)) !== null,
    step: (entry: BlockEntry, direction: Direction) => runOn(entry, stepTo(direction), moved(entry)),
    moveTo: (entry: BlockEntry, place: InsertionPoint) =>
      runOn(entry, (design, now) => moveBlock(design, now, place), moved(entry)),
  };
  /** The new position of a moved block, counted in the list before the move. */
  const moved = (entry: BlockEntry) => {
    const { design } = latest.current;
    return (change: DesignChange) => {
      const last = change.patches.at(-1);
      const index = typeof last?.path.at(-1) === 'number' ? Number(last.path.at(-1)) : 0;
      const list = last && valueAt(design, last.path.slice(0, -1));
      const isSameList = last?.path.length === entry.path.length && list === valueAt(design, entry.list);
      const count = (Array.isArray(list) ? list.length : 0) + (isSameList ? 0 : 1);
      return editor.said.move(nameOf(entry.block), index + 1, count);
    };
  };

  /** Handles keys shared by the outline and the canvas; returns whether it did. */
  const press = (event: KeyboardEvent, isRightToLeft = false): boolean => {
    const direction = directionOfArrow(event.key, isRightToLeft);
    const isCommand = event.ctrlKey || event.metaKey;
    const entry = selected();
    if (!entry) return false;
    if (event.altKey && direction) actions.step(entry, direction);
    else if (isCommand && event.key === 'd') actions.duplicate(entry);
    else if (event.key === 'Delete' || event.key === 'Backspace') actions.remove(entry);
    else if (event.key === 'Escape') latest.current.select(entry.parent);
    else return false;
    event.preventDefault();
    return true;
  };
  /** Blocks are copied as text, so that they can be pasted into other layouts and stores. */
  const clipboard = {
    copy(event: ClipboardEvent) {
      const entry = selected();
      if (!entry || !event.clipboardData) return;
      event.clipboardData.setData('text/plain', copiedText(entry.block));
      event.preventDefault();
      announce(editor.said.copy(nameOf(entry.block)));
    },
    cut(event: ClipboardEvent) {
      const entry = selected();
      if (!entry || !latest.current.canChange || !event.clipboardData) return;
      event.clipboardData.setData('text/plain', copiedText(entry.block));
      event.preventDefault();
      actions.remove(entry);
    },
    paste(event: ClipboardEvent) {
      const blocks = blocksIn(event.clipboardData?.getData('text/plain') ?? '');
      if (blocks.length === 0) return;
      event.preventDefault();
      const change = pasteBlocks(latest.current.design, placeToAdd(), blocks);
      runOrRefuse(change, () => editor.said.paste(blocks.length));
    },
  };
  return { ...actions, press, clipboard };
}

export type EditorActions = ReturnType<typeof useActions>;
