import { type EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../../../parts/use-event-callback.ts';
import { type ChipWords, relabelChips } from './chip-view.ts';
import { labelOf } from './chips.rules.ts';
import type { PasteResult } from './clipboard.ts';
import { fillCell, findCell } from './find-cell.ts';
import { openText, writeText } from './open-text.rules.ts';
import { type Loop, type Scope, textInLoops } from './scope.rules.ts';
import type { SentVariables } from './sent-variables.rules.ts';
import type { TextUndoStep } from './text-plugins.ts';
import type { UnsupportedReason } from './text-tokens.rules.ts';
import { createTextView, focusText, showText, type TextEvents } from './text-view.ts';
import type { InlineTextEdit } from './use-writing.ts';

const STYLE = `
[data-writing]{cursor:text}
[data-writing] .ProseMirror{outline:none;white-space:pre-wrap;white-space:break-spaces;overflow-wrap:break-word}
[data-writing] span.ProseMirror{display:inline-block;min-width:1em}
[data-writing] bdi[data-chip]{padding:0 4px;border-radius:4px;cursor:default;background:color-mix(in srgb,currentColor 12%,transparent)}
[data-writing] bdi[data-noted]{outline:1px dashed currentColor;outline-offset:-1px}
[data-writing] bdi[data-chip=tag]{font-family:monospace;font-size:.85em}
[data-writing] .ProseMirror-selectednode{outline:2px solid #4c6ef5;outline-offset:1px}
[data-writing] img.ProseMirror-separator{display:inline!important;border:none!important;margin:0!important}`;

/**
 * Creates the element that replaces the text. It contains its own styles, because the page around it is
 * rendered again.
 */
function createHost(page: Document, isRich: boolean): { host: HTMLElement; mount: HTMLElement } {
  const host = page.createElement(isRich ? 'div' : 'span');
  host.dataset['writing'] = '';
  const style = page.createElement('style');
  style.textContent = STYLE;
  const mount = page.createElement(isRich ? 'div' : 'span');
  host.append(style, mount);
  return { host, mount };
}

/** Focuses the clicked position, otherwise the end of the text. */
function focusAt(view: EditorView, point: InlineTextEdit['point']) {
  focusText(view);
  const at = point && view.posAtCoords({ left: point[0], top: point[1] });
  if (!at) return;
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(at.pos))));
}

export interface TextViewProps {
  writing: InlineTextEdit;
  /** The accessible name of the text. */
  label: string;
  frame: RefObject<HTMLIFrameElement | null>;
  host: RefObject<HTMLElement | null>;
  /** Sample values for names in the text. */
  scope: Scope;
  sent: SentVariables;
  /** The note on a chip, such as that no recent step sent the variable. */
  noteOfChip(code: string): string | null;
  /** The rendered value of Liquid with filters, by its code. */
  filled: Readonly<Record<string, string>>;
  /** The surrounding loops, outermost first. */
  loops: readonly Loop[];
  onWrite(text: string, step: TextUndoStep | undefined): void;
  /**
   * With the keyboard, the focus returns to the email; a press elsewhere in the email selects what is there.
   */
  onLeave(byKey: boolean, point?: readonly [number, number]): void;
  /** The text cannot be edited in place without changing untouched parts. */
  onUnfit(reason: UnsupportedReason): void;
  onKey(event: KeyboardEvent): void;
  onPasted(pasted: PasteResult): void;
}

/** Callbacks to the page around the text during editing. */
export type TextRequests = Pick<TextEvents, 'openBar' | 'openLink' | 'openPicker' | 'openChip' | 'split'>;

/** Edits the text in its place on the page. */
export function useTextView(latest: RefObject<TextViewProps>, requests: TextRequests) {
  const view = useRef<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const asked = useLatest(requests);
  /** Changes reported from here that haven't arrived as `value` yet: fast typing is ahead of rendering. */
  const sent = useRef<string[]>([]);

  const chips = useRef<ChipWords>({
    label(code) {
      const { scope, filled, loops } = latest.current;
      const text = textInLoops(loops, code);
      return labelOf(code, scope, Object.hasOwn(filled, text) ? filled[text] : undefined);
    },
    note: (code) => latest.current.noteOfChip(code),
  }).current;

  useLayoutEffect(() => {
    const { writing, label, frame, host, onLeave, onUnfit } = latest.current;
    const page = frame.current?.contentDocument;
    const cell = page && findCell(page, writing.mark, writing.field);
    if (!cell) return onLeave(false);
    const opened = openText(writing.kind, writing.value);
    if ('reason' in opened) return onUnfit(opened.reason);
    const made = createHost(page, writing.kind === 'rich');
    fillCell(cell, made.host);
    host.current = made.host;
    const created = createTextView({
      ...{ kind: writing.kind, doc: opened.doc, mount: made.mount, label },
      chips,
      events: {
        leave: () => latest.current.onLeave(true),
        openBar: () => asked.current.openBar(),
        openLink: () => asked.current.openLink(),
        openPicker: (words) => asked.current.openPicker(words),
        openChip: (at) => asked.current.openChip(at),
        split: () => asked.current.split(),
        onPasted: (pasted) => latest.current.onPasted(pasted),
        pass: (event) => latest.current.onKey(event),
        onState: setState,
        onWritten(doc, step) {
          const text = writeText(writing.kind, doc);
          if (text === (sent.current.at(-1) ?? latest.current.writing.value)) return;
          sent.current.push(text);
          latest.current.onWrite(text, step);
        },
      },
    });
    view.current = created;
    setState(created.state);
    focusAt(created, writing.point);
    return () => {
      created.destroy();
      view.current = null;
      host.current = null;
    };
  }, [latest, asked, chips]);

  // The value may also change by undo, another person, or the field beside the email.
  const { value, kind } = latest.current.writing;
  useEffect(() => {
    const own = sent.current.indexOf(value);
    sent.current = own < 0 ? [] : sent.current.slice(own + 1);
    if (!view.current || own >= 0) return;
    const opened = openText(kind, value);
    if ('doc' in opened) showText(view.current, opened.doc);
    else latest.current.onUnfit(opened.reason);
  }, [value, kind, latest]);

  const { filled, scope, sent: known } = latest.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: updates chips when values become known
  useEffect(() => {
    if (view.current) relabelChips(view.current.dom, chips);
  }, [filled, scope, known, chips]);

  return { view, state };
}
