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
  /** A line for every place that it may have; asked for once a drag. */
  linesFor(dragged: DragPayload): DropLine[];
  /** A point of the window as the lines are measured. */
  toPage(x: number, y: number): [number, number];
  onDrop(dragged: DragPayload, place: InsertionPoint): void;
}

/** Where blocks can be dropped, and the line that shows where the one under way would come to stand. */
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
      // What begins within does not enter.
      onDragStart: begin,
      onDragEnter: begin,
      onDrag: (event) => setLine(nearestLine(event)),
      onDragLeave: () => setLine(null),
      onDrop(event) {
        // Asked once more: a quick hand lets go before the line is drawn.
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
