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
import type { TextStep } from './text-plugins.ts';
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

/** What stands in the place of the text; its style comes along, since the page is drawn anew around it. */
function createHost(page: Document, isRich: boolean): { host: HTMLElement; mount: HTMLElement } {
  const host = page.createElement(isRich ? 'div' : 'span');
  host.dataset['writing'] = '';
  const style = page.createElement('style');
  style.textContent = STYLE;
  const mount = page.createElement(isRich ? 'div' : 'span');
  host.append(style, mount);
  return { host, mount };
}

/** The clicked position, else the end of the text. */
function focusAt(view: EditorView, point: InlineTextEdit['point']) {
  focusText(view);
  const at = point && view.posAtCoords({ left: point[0], top: point[1] });
  if (!at) return;
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(at.pos))));
}

export interface TextViewProps {
  writing: InlineTextEdit;
  /** What the text is called. */
  label: string;
  frame: RefObject<HTMLIFrameElement | null>;
  host: RefObject<HTMLElement | null>;
  /** Samples of what is filled in. */
  scope: Scope;
  sent: SentVariables;
  /** The hint on a chip: that no recent step sent it. */
  noteOfChip(code: string): string | null;
  /** What comes of Liquid with its filters, by its text. */
  filled: Readonly<Record<string, string>>;
  /** Around the text, from the outermost in. */
  loops: readonly Loop[];
  onWrite(text: string, step: TextStep | undefined): void;
  /** By key the focus goes back to the email; by a press elsewhere in it, what was pressed is meant. */
  onLeave(byKey: boolean, point?: readonly [number, number]): void;
  /** The text cannot be edited visually without changing untouched parts. */
  onUnfit(reason: UnsupportedReason): void;
  onKey(event: KeyboardEvent): void;
  onPasted(pasted: PasteResult): void;
}

/** Callbacks to the page around the text during editing. */
export type TextRequests = Pick<TextEvents, 'openBar' | 'openLink' | 'openPicker' | 'openChip' | 'split'>;

/** The text as something to write in, in its own place on the page. */
export function useTextView(latest: RefObject<TextViewProps>, requests: TextRequests) {
  const view = useRef<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const asked = useLatest(requests);
  /** What was written here and has not come back yet: whoever types fast is ahead of the page. */
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

  // Undo, somebody else, or the field beside the email.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: more is known of what chips fill in
  useEffect(() => {
    if (view.current) relabelChips(view.current.dom, chips);
  }, [filled, scope, known, chips]);

  return { view, state };
}
