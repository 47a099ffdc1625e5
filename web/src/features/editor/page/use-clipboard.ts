import { type RefObject, useEffect } from 'react';
import { useLatest } from '../../../parts/use-event-callback.ts';

/** Handles a clipboard event for the focused element. */
type ClipboardHandler = (event: ClipboardEvent, at: Element) => void;
type ClipboardHandlers = Partial<Record<'copy' | 'cut' | 'paste', ClipboardHandler>>;

/** Outline and fields are outside the editor's element while they are in sheets. */
const PANES = '[role=tree], [data-fields]';
/** Fields use the browser's own copy and paste. */
const FIELDS = 'input, textarea, [contenteditable]';

/**
 * Handles copy, cut and paste in the editor, but not in its fields. Firefox fires these events at the text
 * selection, which may be anywhere on the page, so the focused element decides.
 */
export function useClipboard(editor: RefObject<HTMLElement | null>, handlers: ClipboardHandlers) {
  const latest = useLatest(handlers);
  useEffect(() => {
    const handleEvent = (event: ClipboardEvent) => {
      const at = document.activeElement;
      const isHere = at !== null && (editor.current?.contains(at) || at.closest(PANES) !== null);
      if (!isHere || at.closest(FIELDS) !== null || event.defaultPrevented) return;
      latest.current[event.type as keyof ClipboardHandlers]?.(event, at);
    };
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) document.addEventListener(kind, handleEvent);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, handleEvent);
    };
  }, [editor, latest]);
}
