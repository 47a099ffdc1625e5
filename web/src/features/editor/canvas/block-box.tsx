import { type MouseEvent, memo, useRef } from 'react';
import { type Box, sameBoxes } from '../dragging/box.rules.ts';
import { useDraggable } from '../dragging/use-draggable.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { PendingUploadOverlay } from '../pictures/pending-upload-overlay.tsx';
import { useBlockName } from '../session/use-block-name.ts';
import classes from './canvas.module.css';

interface BlockBoxProps {
  id: string;
  entry: BlockEntry;
  /** Where it is shown; several boxes if it is repeated. */
  boxes: readonly Box[];
  isSelected: boolean;
  /** Whether another person has just changed it. */
  isTheirs: boolean;
  canDrag: boolean;
  onSelect(key: string): void;
  onEdit(event: MouseEvent, key: string, number: number): void;
  /** The number of its mark. */
  number: number;
}

/** An email may have a hundred boxes; while one block is edited, the others must not rerender. */
const isAlike = (one: BlockBoxProps, other: BlockBoxProps) =>
  one.id === other.id &&
  one.entry.block === other.entry.block &&
  one.entry.depth === other.entry.depth &&
  one.number === other.number &&
  one.isSelected === other.isSelected &&
  one.isTheirs === other.isTheirs &&
  one.canDrag === other.canDrag &&
  one.onSelect === other.onSelect &&
  one.onEdit === other.onEdit &&
  sameBoxes(one.boxes, other.boxes);

/** Overlay of a block of the email: click to select, drag to move. */
export const BlockBox = memo(function BlockBox(props: BlockBoxProps) {
  const { id, entry, boxes, isSelected, isTheirs, canDrag, onSelect, onEdit, number } = props;
  const nameOf = useBlockName();
  const ref = useRef<HTMLDivElement>(null);
  const name = nameOf(entry.block, true);
  useDraggable(ref, canDrag ? { key: entry.key } : null, name);
  const [box, ...more] = boxes;
  return (
    <div role="presentation">
      {/* biome-ignore lint/a11y/useFocusableInteractive: the list has focus, as a block may be removed */}
      <div
        ref={ref}
        id={id}
        role="option"
        aria-selected={isSelected}
        aria-label={name}
        data-block={entry.key}
        data-theirs={isTheirs || undefined}
        className={classes['block']}
        style={{ ...box, zIndex: entry.depth + 1 }}
        // Touch has no double click: a touch on the selected block opens it.
        onClick={(event) => {
          const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
          if (isTouch && isSelected) onEdit(event, entry.key, number);
          else onSelect(entry.key);
        }}
        onDoubleClick={(event) => onEdit(event, entry.key, number)}
        onKeyDown={() => undefined}
      >
        <PendingUploadOverlay block={entry.key} />
      </div>
      {isSelected &&
        more.map((again) => (
          <div key={`${again.left} ${again.top}`} className={classes['again']} style={{ ...again }} />
        ))}
    </div>
  );
}, isAlike);
