import { useRef } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { useDraggable } from '../dragging/use-draggable.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { useBlockName } from '../session/use-block-name.ts';
import classes from './canvas.module.css';
import type { HiddenReason } from './strips.rules.ts';

interface StripProps {
  id: string;
  entry: BlockEntry;
  why: HiddenReason;
  isSelected: boolean;
  isTheirs: boolean;
  canDrag: boolean;
  onSelect(key: string): void;
  onEdit(): void;
}

/** A placeholder for a hidden block, between the visible ones. */
export function HiddenBlockStrip({
  id,
  entry,
  why,
  isSelected,
  isTheirs,
  canDrag,
  onSelect,
  onEdit,
}: StripProps) {
  const { editor } = useTexts();
  const nameOf = useBlockName();
  const ref = useRef<HTMLDivElement>(null);
  const name = nameOf(entry.block, true);
  useDraggable(ref, canDrag ? { key: entry.key } : null, name);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has focus, as a block may be removed
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isSelected}
      data-block={entry.key}
      data-theirs={isTheirs || undefined}
      className={classes['strip']}
      onClick={() => onSelect(entry.key)}
      onDoubleClick={onEdit}
      onKeyDown={() => undefined}
    >
      {`${name} · ${editor.unseen[why]}`}
    </div>
  );
}
