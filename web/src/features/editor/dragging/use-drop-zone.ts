import {
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { InsertionPoint } from '../model/commands.rules.ts';
import { type DropLine, lineNear } from './drop-lines.rules.ts';
import { type DragPayload, draggedIn } from './use-draggable.ts';

interface DropZone {
  /** A line for every possible position; called once per drag. */
  linesFor(dragged: DragPayload): DropLine[];
  /** Converts a point in the window to the coordinates of the lines. */
  toPage(x: number, y: number): [number, number];
  onDrop(dragged: DragPayload, place: InsertionPoint): void;
}

/**
 * Makes an area accept dropped blocks. Returns the line that shows where the dragged block would be inserted.
 */
export function useDropZone(
  zone: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  props: DropZone,
): DropLine | null {
  const latest = useRef(props);
  latest.current = props;
  const [line, setLine] = useState<DropLine | null>(null);
  useEffect(() => {
    const element = zone.current;
    if (!element) return;
    let lines: readonly DropLine[] = [];
    const begin = ({ source }: Pick<ElementDropTargetEventBasePayload, 'source'>) => {
      const dragged = draggedIn(source.data);
      lines = dragged ? latest.current.linesFor(dragged) : [];
    };
    const nearestLine = ({ location }: Pick<ElementDropTargetEventBasePayload, 'location'>) => {
      const { clientX, clientY } = location.current.input;
      return lineNear(lines, ...latest.current.toPage(clientX, clientY));
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedIn(source.data) !== undefined,
      // A drag that starts inside the zone fires no enter event.
      onDragStart: begin,
      onDragEnter: begin,
      onDrag: (event) => setLine(nearestLine(event)),
      onDragLeave: () => setLine(null),
      onDrop(event) {
        // Computed again, because a quick drop can precede the next frame.
        const to = nearestLine(event);
        const dragged = draggedIn(event.source.data);
        if (dragged && to) latest.current.onDrop(dragged, to.place);
        setLine(null);
      },
    });
  }, [zone]);
  useEffect(() => {
    const element = scroller.current;
    return element ? autoScrollForElements({ element }) : undefined;
  }, [scroller]);
  return line;
}
