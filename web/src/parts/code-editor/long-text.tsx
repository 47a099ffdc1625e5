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

/** Each line has its own direction, as in a textarea with `dir=auto`. */
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

/** The common interface of text inputs, which native ones already have. */
export interface TextControl {
  readonly value: string;
  readonly selectionStart: number | null;
  focus(): void;
  setSelectionRange(from: number, to: number): void;
}

export interface LongTextProps {
  value: string;
  onChange(): void;
  readOnly: boolean;
  /** Attributes of the editable element; must be a stable object. */
  attributes: Readonly<Record<string, string>>;
  /** `false` if the surrounding editor handles Ctrl+Z. */
  hasUndo: boolean;
  field: Ref<TextControl>;
  /** Called once the editor has loaded and can be used. */
  onReady(): void;
}

/**
 * A text so long that a textarea would take seconds for its layout. Without syntax colors, so that it looks
 * like a shorter one.
 */
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
