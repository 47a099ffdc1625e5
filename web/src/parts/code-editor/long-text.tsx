import { history, historyKeymap } from '@codemirror/commands';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import { type Ref, useImperativeHandle, useLayoutEffect } from 'react';
import classes from './code-editor.module.css';
import { useCodeMirror } from './use-code-mirror.ts';

const asItsWords = Decoration.line({ attributes: { dir: 'auto' } });

function drawnLines({ state, visibleRanges }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const { from, to } of visibleRanges)
    for (let at = Math.max(from, next); at <= to; at = next) {
      const line = state.doc.lineAt(at);
      lines.add(line.from, line.from, asItsWords);
      next = line.to + 1;
    }
  return lines.finish();
}

/** Each line runs as its words do, as in a field of the browser with `dir=auto`. */
const perLineDirection = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      lines: drawnLines(view),
      update({ docChanged, viewportChanged, view: updated }) {
        if (docChanged || viewportChanged) this.lines = drawnLines(updated);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];

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

/** A text that a field of the browser would lay out for seconds. It has no colors: it is written like a shorter one. */
export function LongText({ field, hasUndo, onReady, ...props }: LongTextProps) {
  const { place, view, held } = useCodeMirror({
    ...props,
    extensions: () => [
      ...[EditorView.lineWrapping, perLineDirection],
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
