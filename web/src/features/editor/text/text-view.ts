import { baseKeymap } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { sinkListItem } from 'prosemirror-schema-list';
import {
  type Command,
  EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
} from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { endOfText, insertBelowLine } from './caret.rules.ts';
import { type ChipWords, chipView } from './chip-view.ts';
import { type PasteResult, textClipboard } from './clipboard.ts';
import { liftItem, toggleFormat } from './format-commands.ts';
import { breakLine, newLine } from './line-commands.ts';
import type { TextEditorKind } from './open-text.rules.ts';
import { pastedFormattingPlugin } from './pasted-formatting.ts';
import {
  chipsFromWords,
  EXTERNAL_CHANGE,
  lockChips,
  preserveLineBreaksPlugin,
  type TextUndoStep,
  UNDO_STEP,
} from './text-plugins.ts';
import { richSchema } from './text-schema.rules.ts';

export interface TextRange {
  from: number;
  to: number;
}

/** Requests from the text editor to the page around it. */
export interface TextEvents {
  leave(): void;
  openBar(): void;
  openLink(): void;
  /** `{{` was typed; the chosen variable replaces these characters. */
  openPicker(words: TextRange): void;
  openChip(at: number): void;
  onPasted(pasted: PasteResult): void;
  /** Splits the block at the caret. */
  split(): void;
  /** Keys of the whole editor: saving, undo, the next pane. */
  pass(event: KeyboardEvent): void;
  onState(state: EditorState): void;
  /** Called only for changes made here; `step` is set for those that weren't typed. */
  onWritten(doc: Node, step?: TextUndoStep): void;
}

const doing =
  (act: () => void): Command =>
  (_state, dispatch) => {
    if (dispatch) act();
    return true;
  };

const editChip =
  ({ openChip }: TextEvents): Command =>
  ({ selection }, dispatch) => {
    if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'chip') return false;
    if (dispatch) openChip(selection.from);
    return true;
  };

const first =
  (...commands: Command[]): Command =>
  (state, dispatch, view) =>
    commands.some((command) => command(state, dispatch, view));

/** Selects all text instead of the document node, because commands act on a text selection. */
const selectWords: Command = ({ doc, tr }, dispatch) => {
  dispatch?.(tr.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))));
  return true;
};

/** Needed because browsers may go only to the start of the paragraph. */
const goTo =
  (end: 'start' | 'end'): Command =>
  ({ doc, tr }, dispatch) => {
    const selection = end === 'start' ? Selection.atStart(doc) : endOfText(doc);
    dispatch?.(tr.setSelection(selection).scrollIntoView());
    return true;
  };

const richKeys = (events: TextEvents): Record<string, Command> => ({
  'Ctrl-Home': goTo('start'),
  'Ctrl-End': goTo('end'),
  Enter: first(editChip(events), newLine),
  'Shift-Enter': breakLine,
  'Mod-b': toggleFormat('bold'),
  'Mod-i': toggleFormat('italic'),
  'Mod-u': toggleFormat('underline'),
  'Mod-k': doing(events.openLink),
  'Mod-Enter': doing(events.split),
  Tab: sinkListItem(richSchema.nodes.li),
  'Shift-Tab': liftItem,
});

const lineKeys = (events: TextEvents): Record<string, Command> => ({
  Enter: first(editChip(events), doing(events.leave)),
  'Shift-Enter': doing(events.leave),
});

const isOfEditor = (event: KeyboardEvent) =>
  event.key === 'F6' ||
  ((event.ctrlKey || event.metaKey) && !event.altKey && ['s', 'z', 'y'].includes(event.key.toLowerCase()));

const askAround = ({ openPicker, openChip, pass }: TextEvents) =>
  new Plugin({
    props: {
      handleTextInput(view, from, to, text) {
        const below = insertBelowLine(view.state, text);
        if (below) {
          view.dispatch(below);
          return true;
        }
        const before = view.state.doc.textBetween(Math.max(0, from - 1), from);
        if (text !== '{' || before !== '{') return false;
        view.dispatch(view.state.tr.insertText(text, from, to));
        openPicker({ from: from - 1, to: from + 1 });
        return true;
      },
      handleKeyDown(_view, event) {
        if (!isOfEditor(event)) return false;
        event.preventDefault();
        pass(event);
        return true;
      },
      handleDoubleClickOn(_view, _pos, node, at) {
        if (node.type.name !== 'chip') return false;
        openChip(at);
        return true;
      },
    },
  });

interface TextViewOptions {
  kind: TextEditorKind;
  doc: Node;
  mount: HTMLElement;
  label: string;
  chips: ChipWords;
  /** Chips cannot be edited as text, and their code is hidden. */
  isLocked?: boolean;
  events: TextEvents;
}

/** Creates an editor for a text in its place in the email. */
export function createTextView(options: TextViewOptions): EditorView {
  const { kind, doc, mount, label, chips, isLocked, events } = options;
  const isRich = kind === 'rich';
  const state = EditorState.create({
    doc,
    selection: endOfText(doc),
    plugins: [
      keymap({ Escape: doing(events.leave), 'Alt-F10': doing(events.openBar), 'Mod-a': selectWords }),
      keymap(isRich ? richKeys(events) : lineKeys(events)),
      keymap(baseKeymap),
      askAround(events),
      textClipboard(kind, events.onPasted),
      pastedFormattingPlugin,
      chipsFromWords,
      ...(isRich ? [preserveLineBreaksPlugin] : []),
      ...(isLocked ? [lockChips] : []),
    ],
  });
  const view: EditorView = new EditorView(
    { mount },
    {
      state,
      nodeViews: { chip: chipView(chips, isLocked) },
      attributes: { role: 'textbox', 'aria-multiline': String(isRich), 'aria-label': label },
      dispatchTransaction(transaction) {
        const next = view.state.apply(transaction);
        view.updateState(next);
        events.onState(next);
        if (transaction.docChanged && !transaction.getMeta(EXTERNAL_CHANGE))
          events.onWritten(next.doc, transaction.getMeta(UNDO_STEP));
      },
    },
  );
  return view;
}

/**
 * Firefox may leave the focus on the outer page if this text was focused before, so the frame is focused
 * first.
 */
export function focusText(view: EditorView) {
  const frame = view.dom.ownerDocument.defaultView?.frameElement;
  if (frame instanceof HTMLElement) frame.focus({ preventScroll: true });
  view.focus();
}

/** Shows another text while keeping equal parts, and the caret in them. */
export function showText(view: EditorView, doc: Node) {
  const { content } = view.state.doc;
  const start = content.findDiffStart(doc.content);
  const end = content.findDiffEnd(doc.content);
  if (start === null || !end) return;
  // With repeated content, the ends may lie before the start.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const slice = doc.slice(start, end.b + overlap);
  view.dispatch(view.state.tr.replace(start, end.a + overlap, slice).setMeta(EXTERNAL_CHANGE, true));
}
