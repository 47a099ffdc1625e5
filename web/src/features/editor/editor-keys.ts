import type { KeyboardEvent } from 'react';

interface EditorKeys {
  undo(): void;
  redo(): void;
  /** To the next of email, list and settings, or to the one before. */
  goOn(root: HTMLElement, step: 1 | -1): void;
  add: (() => void) | null;
  rename: (() => void) | null;
}

const isWritten = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/** The keys that work wherever in the editor somebody is. */
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
