import { type Node, Slice } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  type SelectionBookmark,
  type Transaction,
} from 'prosemirror-state';
import { readPaste } from './paste.rules.ts';

/** The content pasted without formatting, and where it was pasted. */
interface FormattingOffer {
  html: string;
  before: Node;
  selection: SelectionBookmark;
}

const key = new PluginKey<FormattingOffer | null>('look');

/** Remembers the last paste until something else is typed. */
export const pastedFormattingPlugin = new Plugin<FormattingOffer | null>({
  key,
  state: {
    init: () => null,
    apply(tr, offer) {
      const made: FormattingOffer | null | undefined = tr.getMeta(key);
      if (made !== undefined) return made;
      // Automatic follow-ups, such as turning pasted Liquid into a chip, belong to the paste.
      return tr.docChanged && !tr.getMeta('appendedTransaction') ? null : offer;
    },
  },
});

export const hasPastedFormatting = (state: EditorState): boolean => (key.getState(state) ?? null) !== null;

/** Marks a paste whose formatting can still be restored. */
export const offerPastedFormatting = (
  tr: Transaction,
  { doc, selection }: EditorState,
  html: string,
): Transaction =>
  tr.setMeta(key, { html, before: doc, selection: selection.getBookmark() } satisfies FormattingOffer);

/** Repeats the last paste with the colors, fonts and sizes that emails may have. */
export const keepPastedFormatting: Command = (state, dispatch) => {
  const offer = key.getState(state);
  if (!offer) return false;
  const { tr } = state;
  tr.replaceWith(0, state.doc.content.size, offer.before.content);
  tr.setSelection(offer.selection.resolve(tr.doc));
  tr.replaceSelection(Slice.maxOpen(readPaste(offer.html, true).content));
  dispatch?.(tr.setMeta(key, null).scrollIntoView());
  return true;
};
