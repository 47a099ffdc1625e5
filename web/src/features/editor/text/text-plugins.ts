import type { Node } from 'prosemirror-model';
import { NodeSelection, Plugin, TextSelection } from 'prosemirror-state';
import { chipsIn } from './chips.rules.ts';
import { richSchema } from './text-schema.rules.ts';

/** Marks a change that came from outside, such as undo. */
export const EXTERNAL_CHANGE = 'outside';

/** How a change other than typing is undone: as its own step, or together with the text that it replaces. */
export const UNDO_STEP = 'step';
export type TextUndoStep = 'own' | 'ends typing';

/** Number of chips that contain markup. */
function markupIn(doc: Node): number {
  let count = 0;
  doc.descendants(({ attrs }) => {
    if (String(attrs['code'] ?? '').startsWith('<')) count++;
  });
  return count;
}

/** Typing on a chip doesn't replace it, and markup cannot be deleted, because the page would break. */
export const lockChips = new Plugin({
  filterTransaction: (tr) =>
    !tr.docChanged || tr.getMeta(EXTERNAL_CHANGE) === true || markupIn(tr.doc) >= markupIn(tr.before),
  props: {
    handleTextInput({ state: { selection, tr }, dispatch }, _from, _to, text) {
      if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'chip') return false;
      tr.insertText(text, selection.to);
      dispatch(tr.setSelection(TextSelection.create(tr.doc, selection.to + text.length)).scrollIntoView());
      return true;
    },
  },
});

/** Turns typed or pasted Liquid into a chip as soon as it is closed. */
export const chipsFromWords = new Plugin({
  appendTransaction(transactions, _before, state) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    const { tr, schema } = state;
    const found: { from: number; to: number; chip: Node }[] = [];
    state.doc.descendants((node, pos) => {
      if (!node.isText || !/\{[{%]/.test(node.text ?? '')) return;
      for (const { from, to, code } of chipsIn(node.text ?? '')) {
        const chip = schema.nodes['chip']?.create({ code }, null, node.marks);
        if (chip) found.push({ from: pos + from, to: pos + to, chip });
      }
    });
    for (const { from, to, chip } of found.toReversed()) tr.replaceWith(from, to, chip);
    return tr.docChanged ? tr : null;
  },
});

const { bare, line, li } = richSchema.nodes;

const holdsWords = (node: Node) => {
  let found = false;
  node.forEach((child) => {
    if (child.type.name !== 'chip') found = true;
  });
  return found;
};

interface Neighbors {
  parent: Node;
  /** The position of the second node. */
  at: number;
  first: Node;
  second: Node;
}

/** The last two adjacent lines without a paragraph; written as HTML, they would merge into one. */
function bareNeighbors(doc: Node): Neighbors | null {
  let found: Neighbors | null = null;
  doc.descendants((parent, pos) => {
    if (parent.inlineContent) return false;
    found = neighborsIn(parent, pos + 1) ?? found;
    return true;
  });
  return found ?? neighborsIn(doc, 0);
}

function neighborsIn(parent: Node, start: number): Neighbors | null {
  let found: Neighbors | null = null;
  parent.forEach((second, offset, index) => {
    const first = index > 0 ? parent.child(index - 1) : null;
    if (first?.type === bare && second.type === bare) found = { parent, at: start + offset, first, second };
  });
  return found;
}

/**
 * Keeps separate lines separate by turning them into paragraphs. In list items they are merged instead,
 * because that means two items were joined.
 */
export const preserveLineBreaksPlugin = new Plugin({
  appendTransaction(transactions, _before, state) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    const { tr } = state;
    for (let next = bareNeighbors(tr.doc); next; next = bareNeighbors(tr.doc)) {
      const { parent, at, first, second } = next;
      if (parent.type === li || !(holdsWords(first) || holdsWords(second))) tr.join(at);
      else {
        if (holdsWords(second)) tr.setNodeMarkup(at, line);
        if (holdsWords(first)) tr.setNodeMarkup(at - first.nodeSize, line);
      }
    }
    return tr.docChanged ? tr : null;
  },
});
