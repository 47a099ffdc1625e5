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

/** What steps send is the matter of who writes the main language. */
const noNote = () => null;
const nothing = () => {};

/** Undo is that of the whole work. */
export function undoByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { onUndo, onRedo }: Pick<FieldViewProps, 'onUndo' | 'onRedo'>,
) {
  const name = key.toLowerCase();
  if (name === 'y' || (name === 'z' && shiftKey)) onRedo();
  else if (name === 'z') onUndo();
}

/** A text that is written on the page itself, with locked chips. */
export function useFieldView(props: FieldViewProps, room: RefObject<HTMLElement | null>) {
  const { value, isHtml, labelOfChip } = props;
  const latest = useLatest(props);
  const view = useRef<EditorView | null>(null);
  const kind = useRef<TextEditorKind>('line');
  /** What the view shows, as a text. */
  const shown = useRef(value);
  /** Another one takes its place where a text is of another kind than before. */
  const [round, setRound] = useState(0);
  const [isUnfit, setIsUnfit] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, and anew where it has to be another
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
        // Saving is heard by the form around.
        pass: (event) => undoByKey(event, latest.current),
        onWritten(doc) {
          const text = writeText(opened.kind, doc);
          if (text === shown.current) return;
          shown.current = text;
          // Keys here are none of React's: without this, saving by the next key would save what was before this one.
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

  // Undo, or another way to write it.
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
