import { history, historyKeymap } from '@codemirror/commands';
import { EditorView, keymap } from '@codemirror/view';
import { type Ref, useImperativeHandle, useLayoutEffect } from 'react';
import classes from './code-editor.module.css';
import { lineDirections } from './line-directions.ts';
import { useCodeMirror } from './use-code-mirror.ts';

/** What is asked of whatever a text is written in; fields of the browser have it. */
export interface TextPlace {
  readonly value: string;
  readonly selectionStart: number | null;
  focus(): void;
  setSelectionRange(from: number, to: number): void;
}

export interface LongTextProps {
  value: string;
  onChange(): void;
  readOnly: boolean;
  /** Of the element that is written in; the same object for as long as they are the same. */
  attributes: Readonly<Record<string, string>>;
  /** Not where Ctrl+Z is answered by what is around it. */
  hasUndo: boolean;
  field: Ref<TextPlace>;
  /** It has arrived, and can be written in. */
  onReady(): void;
}

/** A text that a field of the browser would lay out for seconds. It has no colours: it is written like a shorter one. */
export function LongText({ field, hasUndo, onReady, ...props }: LongTextProps) {
  const { place, view, held } = useCodeMirror({
    ...props,
    extensions: () => [
      ...[EditorView.lineWrapping, lineDirections],
      hasUndo ? [history(), keymap.of(historyKeymap)] : [],
    ],
  });
  useImperativeHandle(
    field,
    () => ({
      get value() {
        return held.current;
      },
      get selectionStart() {
        return view.current?.state.selection.main.from ?? null;
      },
      focus: () => view.current?.focus(),
      setSelectionRange: (anchor, head) =>
        view.current?.dispatch({ selection: { anchor, head }, scrollIntoView: true }),
    }),
    [view, held],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it arrives once
  useLayoutEffect(onReady, []);
  return <div ref={place} className={classes['long']} />;
}
