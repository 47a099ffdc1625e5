import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { useEventCallback } from '../../parts/use-event-callback.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { Box } from './dragging/box.rules.ts';
import { columnBox, columnsIn } from './dragging/column-box.rules.ts';
import dragging from './dragging/dragging.module.css';
import { dropLines } from './dragging/drop-lines.rules.ts';
import { useDropZone } from './dragging/use-drop-zone.ts';
import { type BlockEntry, presetOf, type sides } from './model/blocks.rules.ts';
import classes from './outline.module.css';
import { INDENT, type OutlineItem, OutlineRow } from './outline-row.tsx';
import { type EditorSession, fieldPath, hasErrors } from './session/session.ts';
import { useBlockName } from './session/use-block-name.ts';
import { useSharedSections } from './sides/use-parts.ts';
import type { EditorActions } from './use-actions.ts';

/** All blocks in the order of the email, plus its shared header and footer. */
function useRows({ design, entries, preset }: EditorSession): OutlineItem[] {
  const { editor, layouts } = useTexts();
  const nameOf = useBlockName();
  const { sides: sideNames } = layouts.outdated;
  const branchOf = ({ list }: BlockEntry) => {
    if (list.at(-1) === 'else') return `${editor.otherwise} · `;
    const column = list.at(-3) === 'columns' ? Number(list.at(-2)) : null;
    if (column !== null) return `${editor.column(column + 1)} · `;
    const [side] = list;
    return !preset && list.length === 2 && (side === 'header' || side === 'footer')
      ? `${sideNames[side]} · `
      : '';
  };
  const hasParts = entries.some(({ type }) => type === 'part');
  const parts = useSharedSections(hasParts);
  const partName = ({ block }: BlockEntry) =>
    block['id'] ? undefined : parts.find(({ id }) => id === block['preset'])?.name;
  const labelOf = (entry: BlockEntry) => {
    const shared = entry.type === 'part' ? partName(entry) : undefined;
    return nameOf(entry.block, true) + (shared === undefined ? '' : `: ${shared}`);
  };
  const rowOf = (entry: BlockEntry): OutlineItem => ({
    ...{ key: entry.key, level: entry.depth + 2, entry },
    label: branchOf(entry) + labelOf(entry),
  });
  const shared = (side: (typeof sides)[number]): OutlineItem[] =>
    presetOf(design, side) === null ? [] : [{ key: side, label: sideNames[side], level: 2, entry: null }];
  if (preset) return [{ key: null, label: preset.title, level: 1, entry: null }, ...entries.map(rowOf)];
  return [
    { key: null, label: editor.wholeMail, level: 1, entry: null },
    ...shared('header'),
    ...entries.map(rowOf),
    ...shared('footer'),
  ];
}

/** Measures the rows of blocks, each including its nested rows, to draw drop lines as on the canvas. */
function measureRows(list: HTMLElement, rows: readonly OutlineItem[]) {
  const own = [...list.querySelectorAll<HTMLElement>('[role=treeitem]')].flatMap((item, i) => {
    const row = rows[i];
    if (!row?.entry) return [];
    const indent = (row.level - 1) * INDENT;
    const box = {
      ...{ left: item.offsetLeft + indent, top: item.offsetTop },
      ...{ width: item.offsetWidth - indent, height: item.offsetHeight },
    };
    return [{ entry: row.entry, box }];
  });
  const rowAt = new Map(own.map(({ entry, box }) => [fieldPath(entry.path), { entry, box: { ...box } }]));
  const byKey = new Map(own.map(({ entry, box }) => [entry.key, { entry, box }]));
  // The box of a block extends to its last nested row.
  for (const { entry, box } of own)
    for (let outer = byKey.get(entry.parent ?? ''); outer; outer = byKey.get(outer.entry.parent ?? ''))
      outer.box.height = Math.max(outer.box.height, box.top + box.height - outer.box.top);
  const boxes = new Map(own.map(({ entry, box }) => [fieldPath(entry.path), box]));
  const lengths = Map.groupBy(own, ({ entry }) => fieldPath(entry.list));
  return {
    page: { left: 0, top: 0, width: list.scrollWidth, height: list.scrollHeight },
    boxOf: (path: BlockEntry['path']): Box | null => boxes.get(fieldPath(path)) ?? null,
    lengthOf: (wanted: BlockEntry['path']) => lengths.get(fieldPath(wanted))?.length ?? 0,
    // Empty columns have no rows, so they share the row of the surrounding block.
    columnOf(path: BlockEntry['path'], index: number): Box | null {
      const row = rowAt.get(fieldPath(path));
      const layout = { isRightToLeft: false, isStacked: false };
      return row ? columnBox(row.box, index, { ...columnsIn(row.entry.block), ...layout }) : null;
    },
  };
}

interface OutlineProps {
  session: EditorSession;
  actions: EditorActions;
  /** Keys of the blocks visible in the email; `null` while unknown. */
  seen: ReadonlySet<string> | null;
  /** Whether it is in a sheet, which Escape closes. */
  isSheet: boolean;
  onEdit(key: string | null): void;
}

/** The email as a tree that offers every action of the canvas. */
export const Outline = memo(function Outline({ session, actions, seen, isSheet, onEdit }: OutlineProps) {
  const { editor } = useTexts();
  const { selection, select, faults } = session;
  const rows = useRows(session);
  const list = useRef<HTMLDivElement>(null);
  const isHere = useRef(false);
  /** A newly opened page remains scrolled to the top; a sheet scrolls to the selection. */
  const isFollowed = useRef(isSheet);
  const current = Math.max(
    0,
    rows.findIndex(({ key }) => key === selection),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: keyboard focus follows the selection
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    const { activeElement } = document;
    // Removing a block also removes its focus, which falls back to the body.
    const isLeft = activeElement !== document.body && !list.current?.contains(activeElement);
    if (isHere.current && !isLeft) item?.focus();
    else if (isFollowed.current) item?.scrollIntoView({ block: 'nearest' });
    isFollowed.current = true;
  }, [selection]);

  const choose = useEventCallback(select);
  const edit = useEventCallback(onEdit);
  const line = useDropZone(list, list, {
    linesFor: (dragged) =>
      list.current ? dropLines(actions.placesFor(dragged), measureRows(list.current, rows)) : [],
    toPage(x, y) {
      const at = list.current?.getBoundingClientRect();
      return [x - (at?.left ?? 0), y - (at?.top ?? 0) + (list.current?.scrollTop ?? 0)];
    },
    onDrop: actions.drop,
  });
  const press = (event: KeyboardEvent) => {
    if (isSheet && event.key === 'Escape') return;
    if (actions.press(event)) return;
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key];
    const row = to === undefined ? undefined : rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (event.key === 'Enter') onEdit(selection);
    else if (row) select(row.key);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={list}
      role="tree"
      aria-label={editor.outline}
      className={classes['tree']}
      onKeyDown={press}
      onFocus={() => {
        isHere.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) isHere.current = false;
      }}
      tabIndex={-1}
    >
      {rows.map((row, i) => (
        <OutlineRow
          key={row.key ?? 'mail'}
          row={row}
          isCurrent={i === current}
          isHidden={row.entry !== null && seen !== null && !seen.has(row.entry.key)}
          hasErrors={row.entry !== null && hasErrors(row.entry, faults)}
          theirs={(row.entry && session.theirs?.get(row.entry.key)) ?? null}
          canDrag={session.canChange}
          onSelect={choose}
          onEdit={edit}
        />
      ))}
      {line && (
        <div
          className={dragging['line']}
          data-drop-line
          style={{ left: line.left, top: line.top, width: line.width }}
        />
      )}
    </div>
  );
});
