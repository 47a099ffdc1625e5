import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { useDraggable } from './dragging/use-draggable.ts';
import type { BlockEntry } from './model/blocks.rules.ts';
import { blockExcerpt } from './model/describe.rules.ts';
import classes from './outline.module.css';
import { useSideTexts } from './sides/use-side-texts.ts';

/** Indentation of each level, in pixels. */
export const INDENT = 14;

export interface OutlineItem {
  /** The block that the row selects; `null` is the whole email. */
  key: string | null;
  label: string;
  level: number;
  entry: BlockEntry | null;
}

interface OutlineRowProps {
  row: OutlineItem;
  isCurrent: boolean;
  isHidden: boolean;
  hasErrors: boolean;
  /** What another person has just done to it. */
  theirs: 'written' | 'moved' | null;
  canDrag: boolean;
  onSelect(key: string | null): void;
  onEdit(key: string | null): void;
}

const isAlike = (one: OutlineRowProps, other: OutlineRowProps) =>
  one.row.key === other.row.key &&
  one.row.label === other.row.label &&
  one.row.level === other.row.level &&
  one.isCurrent === other.isCurrent &&
  one.isHidden === other.isHidden &&
  one.hasErrors === other.hasErrors &&
  one.theirs === other.theirs &&
  one.canDrag === other.canDrag &&
  one.onSelect === other.onSelect &&
  one.onEdit === other.onEdit;

/** Truncates text at its own end, which is on the left for right-to-left scripts. */
function Label({ of: { label, entry } }: { of: OutlineItem }) {
  const words = entry ? blockExcerpt(entry.block) : '';
  const kind = label.endsWith(words) ? label.slice(0, label.length - words.length).trimEnd() : label;
  return (
    <span className={classes['label']}>
      <span>{kind} </span>
      {kind !== label && <span dir="auto">{words}</span>}
    </span>
  );
}

export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { row, isCurrent, isHidden, hasErrors, theirs, canDrag, onSelect, onEdit } = props;
  const { editor } = useTexts();
  const sides = useSideTexts();
  const ref = useRef<HTMLDivElement>(null);
  const { key, entry, label, level } = row;
  const isShared = entry?.type === 'part' || key === 'header' || key === 'footer';
  useDraggable(ref, canDrag && entry ? { key: entry.key } : null, label);
  return (
    <div
      ref={ref}
      role="treeitem"
      aria-level={level}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      className={classes['item']}
      style={{ paddingInlineStart: 8 + (level - 1) * INDENT }}
      data-hidden={isHidden || undefined}
      data-block={entry?.key}
      data-theirs={theirs ? true : undefined}
      onClick={() => onSelect(key)}
      onDoubleClick={() => onEdit(key)}
      onKeyDown={() => undefined}
    >
      <Label of={row} />
      {isShared && <IconLock size={14} role="img" aria-label={sides.locked} className={classes['note']} />}
      {theirs && <span className={classes['theirs']}>{editor.theirs[theirs]}</span>}
      {isHidden && <span className={classes['note']}>{editor.hidden}</span>}
      {hasErrors && (
        <IconAlertTriangle size={16} role="img" aria-label={editor.faults(1)} className={classes['fault']} />
      )}
    </div>
  );
}, isAlike);
