import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { type RefObject, useEffect, useRef } from 'react';
import type { BlockType } from '../model/new-block.rules.ts';
import classes from './dragging.module.css';

/** New content for the email: a block of a type, or a shared section. */
export type NewBlockDrag = { type: BlockType } | { preset: string };

/** What is being dragged: a block of the email, or a new one. */
export type DragPayload = { key: string } | NewBlockDrag;

const MEMBER = 'outstepBlock';

export const draggedIn = (data: Record<string, unknown>) => data[MEMBER] as DragPayload | undefined;

/** Makes an element drag a block; a label beside the pointer names it. */
export function useDraggable(ref: RefObject<HTMLElement | null>, dragged: DragPayload | null, label: string) {
  const latest = useRef({ dragged, label });
  latest.current = { dragged, label };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return draggable({
      element,
      canDrag: () => latest.current.dragged !== null,
      getInitialData: () => ({ [MEMBER]: latest.current.dragged }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
          render({ container }) {
            const word = document.createElement('span');
            word.className = classes['preview'] ?? '';
            word.textContent = latest.current.label;
            container.append(word);
          },
        }),
    });
  }, [ref]);
}
