import { useEffect, useRef } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { type Box, boundingBox } from '../dragging/box.rules.ts';
import type { SideName } from '../model/blocks.rules.ts';
import { useSideTexts } from '../sides/use-side-texts.ts';
import classes from './canvas.module.css';
import type { PlacedEntry } from './placed-entries.rules.ts';

interface SharedSideProps {
  id: string;
  side: SideName;
  box: Box;
  isSelected: boolean;
  onSelect(key: string): void;
  onEdit(): void;
}

/** Overlay of a shared header or footer, which is selected as one. */
export function SharedSideOverlay({ id, side, box, isSelected, onSelect, onEdit }: SharedSideProps) {
  const { layouts } = useTexts();
  const texts = useSideTexts();
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-label={`${layouts.outdated.sides[side]}, ${texts.locked}`}
      className={classes['block']}
      style={{ ...box, zIndex: 1 }}
      onClick={() => onSelect(side)}
      onDoubleClick={onEdit}
      onKeyDown={() => undefined}
    />
  );
}

/** Dims everything except what is being edited, and scrolls that into view once, clear of the bar below. */
export function DimmingOverlay({ seen }: { seen: readonly PlacedEntry[] }) {
  const boxes = seen.flatMap((each) => each.boxes);
  const isSeen = boxes.length > 0;
  const lit = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen) lit.current?.scrollIntoView({ block: 'center' });
  }, [isSeen]);
  return (
    <div className={classes['veil']} aria-hidden>
      <div
        ref={lit}
        className={classes['lit']}
        style={isSeen ? boundingBox(boxes) : { left: 0, top: 0, width: 0, height: 0 }}
      />
    </div>
  );
}
