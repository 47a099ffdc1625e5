import type { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '../../../parts/use-event-callback.ts';
import { relabelChips } from '../../editor/text/chip-view.ts';
import { type TextEditorKind, writeText } from '../../editor/text/open-text.rules.ts';
import { createTextView, showText } from '../../editor/text/text-view.ts';
import { openField } from './open-field.rules.ts';

export interface FieldViewProps {
  value: string;
  isHtml: boolean;
  label: string;
  labelOfChip(code: string): string;
  onWrite(text: string): void;
  onUndo(): void;
  onRedo(): void;
}

/** Notes about variables that steps don't send only concern the main language. */
const noNote = () => null;
const nothing = () => {};

/** Undo and redo apply to the whole session. */
export function undoByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { onUndo, onRedo }: Pick<FieldViewProps, 'onUndo' | 'onRedo'>,
) {
  const name = key.toLowerCase();
  if (name === 'y' || (name === 'z' && shiftKey)) onRedo();
  else if (name === 'z') onUndo();
}

/** Edits a text on the page itself, with locked chips. */
export function useFieldView(props: FieldViewProps, room: RefObject<HTMLElement | null>) {
  const { value, isHtml, labelOfChip } = props;
  const latest = useLatest(props);
  const view = useRef<EditorView | null>(null);
  const kind = useRef<TextEditorKind>('line');
  /** The text that the view currently shows. */
  const shown = useRef(value);
  /** Incremented to recreate the view when the text needs another type of editor. */
  const [round, setRound] = useState(0);
  const [isUnfit, setIsUnfit] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: recreated only for another type of editor
  useLayoutEffect(() => {
    const now = latest.current;
    const opened = openField(now.value, now.isHtml);
    setIsUnfit(opened === null);
    if (!opened || !room.current) return;
    shown.current = now.value;
    kind.current = opened.kind;
    const mount = document.createElement('div');
    room.current.replaceChildren(mount);
    const made = createTextView({
      ...{ kind: opened.kind, doc: opened.doc, mount, label: now.label, isLocked: true },
      chips: { label: (code) => latest.current.labelOfChip(code), note: noNote },
      events: {
        ...{ leave: nothing, openBar: nothing, openLink: nothing, openPicker: nothing, openChip: nothing },
        ...{ split: nothing, onPasted: nothing, onState: nothing },
        // The surrounding form handles saving.
        pass: (event) => undoByKey(event, latest.current),
        onWritten(doc) {
          const text = writeText(opened.kind, doc);
          if (text === shown.current) return;
          shown.current = text;
          // React doesn't handle these key events. Without this, a save on the next key would miss this
          // change.
          flushSync(() => latest.current.onWrite(text));
        },
      },
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [round]);

  // The value may also change by undo, or in another view.
  useEffect(() => {
    if (value === shown.current) return;
    const opened = openField(value, isHtml);
    if (!opened || opened.kind !== kind.current || !view.current) return setRound((before) => before + 1);
    shown.current = value;
    showText(view.current, opened.doc);
  }, [value, isHtml]);

  useEffect(() => {
    if (view.current) relabelChips(view.current.dom, { label: labelOfChip, note: noNote });
  }, [labelOfChip]);

  return {
    isUnfit,
    focus: () => view.current?.focus(),
    insert: (code: string) => {
      const { current } = view;
      const chip = current?.state.schema.nodes['chip']?.create({ code });
      if (!current || !chip) return;
      current.dispatch(current.state.tr.replaceSelectionWith(chip, true).scrollIntoView());
      current.focus();
    },
  };
}
