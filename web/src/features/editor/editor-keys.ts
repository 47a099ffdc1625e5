import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { fieldsSheet, outlineSheet, type Sheet } from './side-sheet.tsx';

/** The sheet shown over the email in a narrow window. */
interface SheetState {
  sheet: Sheet | null;
  show(sheet: Sheet | null): void;
}

/**
 * F6 cycles through tools, email, outline and fields. In a narrow window the last two are sheets, which it
 * opens.
 */
export function focusNextPane(editor: HTMLElement, by: 1 | -1, narrow: SheetState | null) {
  const panes = [
    ...editor.querySelectorAll<HTMLElement>('[role=toolbar], [role=listbox], [role=tree], [data-fields]'),
  ];
  const stops = [...panes, ...(narrow ? [outlineSheet, fieldsSheet(null)] : [])];
  const shown = narrow?.sheet ?? null;
  const at = stops.findIndex((stop) =>
    'pane' in stop ? stop.pane === shown?.pane : !shown && stop.contains(document.activeElement),
  );
  const next = stops.at((at + by + stops.length) % stops.length);
  if (next && 'pane' in next) return narrow?.show(next);
  // A closing sheet restores the focus, unless the focus has moved elsewhere since.
  if (shown) flushSync(() => narrow?.show(null));
  const isStop = next?.matches('[role=listbox]');
  const first = isStop
    ? next
    : next?.querySelector<HTMLElement>('[tabindex="0"], button:not([disabled]), input, textarea, a');
  first?.focus();
}

interface EditorKeys {
  undo(): void;
  redo(): void;
  /** Moves to the next or previous pane. */
  goOn(root: HTMLElement, step: 1 | -1): void;
  add: (() => void) | null;
  rename: (() => void) | null;
}

const isWritten = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/** Keyboard shortcuts that work anywhere in the editor. */
export const editorKeys =
  ({ undo, redo, goOn, add, rename }: EditorKeys) =>
  (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event;
    const act = () => {
      if (key === 'F6') return () => goOn(currentTarget, shiftKey ? -1 : 1);
      if (key === '/') return isWritten(target) ? null : add;
      if (key === 'F2') return isWritten(target) ? null : rename;
      if (!(ctrlKey || metaKey) || altKey) return null;
      if (key.toLowerCase() === 'z') return shiftKey ? redo : undo;
      return key.toLowerCase() === 'y' ? redo : null;
    };
    const found = act();
    if (!found) return;
    found();
    event.preventDefault();
  };
