import type { Attrs, Mark, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapRangeInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { encodeValue } from './entities.rules.ts';
import { richSchema } from './text-schema.rules.ts';
import type { Attributes } from './text-tokens.rules.ts';

const { nodes, marks } = richSchema;

/** The tags that a format button recognizes; the first one is used for writing. */
export const formats = {
  bold: ['strong', 'b'],
  italic: ['em', 'i'],
  underline: ['u', 'ins'],
  strike: ['s', 'strike', 'del'],
} as const;
export type Format = keyof typeof formats;

/** The marks within the selection; for a caret, those that typing would use. */
function marksIn({ doc, selection, storedMarks }: EditorState): readonly Mark[] {
  if (selection.empty) return storedMarks ?? selection.$from.marks();
  const found: Mark[] = [];
  doc.nodesBetween(selection.from, selection.to, (node) => {
    for (const mark of node.marks) if (!mark.isInSet(found)) found.push(mark);
  });
  return found;
}

const marksNamed = (state: EditorState, tags: readonly string[]) =>
  marksIn(state).filter(({ attrs }) => tags.includes(attrs['tag']));

export const isFormatted = (state: EditorState, format: Format): boolean =>
  marksNamed(state, formats[format]).length > 0;

function removeMarks(tr: Transaction, { selection }: EditorState, found: readonly Mark[]): Transaction {
  for (const mark of found) {
    if (selection.empty) tr.removeStoredMark(mark);
    else tr.removeMark(selection.from, selection.to, mark);
  }
  return tr;
}

function addMark(tr: Transaction, { selection }: EditorState, tag: string, attributes: Attributes = {}) {
  const mark = marks.format.create({ tag, attributes });
  return selection.empty ? tr.addStoredMark(mark) : tr.addMark(selection.from, selection.to, mark);
}

export const toggleFormat =
  (format: Format): Command =>
  (state, dispatch) => {
    const found = marksNamed(state, formats[format]);
    dispatch?.(
      found.length > 0 ? removeMarks(state.tr, state, found) : addMark(state.tr, state, formats[format][0]),
    );
    return true;
  };

/** The link address at the selection, as written; `null` if there is none. */
export function linkAt(state: EditorState): string | null {
  const [link] = marksNamed(state, ['a']);
  return link ? String((link.attrs['attributes'] as Attributes)['href'] ?? '') : null;
}

/** Expands a caret to its whole link, so that it can be changed without selecting it. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { $from, from, to, empty } = state.selection;
  const [link] = marksNamed(state, ['a']);
  if (!empty || !link) return { from, to };
  let start = from;
  let end = to;
  $from.parent.forEach((node, offset) => {
    const at = $from.start() + offset;
    const touches = at <= from && at + node.nodeSize >= from;
    if (touches && link.isInSet(node.marks)) {
      start = at;
      end = at + node.nodeSize;
    }
  });
  return { from: start, to: end };
}

/** Liquid in an address is kept as is; quotation marks in it must not end the attribute. */
const writtenAddress = (address: string) =>
  /\{[{%]/.test(address) ? address.replaceAll('"', "'") : encodeValue(address);

/** `null` removes the link. Without a selection, the address itself is inserted as text. */
export const setLink =
  (address: string | null): Command =>
  (state, dispatch) => {
    const { from, to } = linkRange(state);
    const tr = state.tr;
    for (const mark of marksNamed(state, ['a'])) tr.removeMark(from, to, mark);
    if (address !== null) {
      const mark = marks.format.create({ tag: 'a', attributes: { href: writtenAddress(address) } });
      if (from < to) tr.addMark(from, to, mark);
      else tr.replaceSelectionWith(richSchema.text(address, [...state.selection.$from.marks(), mark]), false);
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** The lines of text in the selection. */
function linesIn({
  doc,
  selection,
}: Pick<EditorState, 'doc' | 'selection'>): { node: Node; pos: number; parent: Node }[] {
  const found: { node: Node; pos: number; parent: Node }[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, pos, parent) => {
    if ((node.type === nodes.line || node.type === nodes.bare) && parent) found.push({ node, pos, parent });
    return !node.isTextblock;
  });
  return found;
}

/** The tag (`p`, `h1`, …) of the line where the selection starts; `null` outside of such a line. */
export const levelAt = ({ selection }: EditorState): string | null => {
  const { parent } = selection.$from;
  if (parent.type === nodes.bare) return 'p';
  return parent.type === nodes.line ? parent.attrs['tag'] : null;
};

function changeLines(change: (line: Node) => Attrs | null): Command {
  return (state, dispatch) => {
    const { tr } = state;
    for (const { node, pos } of linesIn(state)) {
      const attrs = change(node);
      if (attrs) tr.setNodeMarkup(pos, nodes.line, attrs);
    }
    if (!tr.docChanged) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

const attributesOf = (line: Node): Attributes => line.attrs['attributes'] ?? {};

export const setLevel = (tag: string): Command =>
  changeLines((line) => (line.attrs['tag'] === tag ? null : { tag, attributes: attributesOf(line) }));

/** The declarations of a style attribute, as written. */
const declarations = (style: string) => style.split(';').filter((each) => each.trim() !== '');
const isAlignment = (declaration: string) => /^\s*text-align\s*:/i.test(declaration);

export type TextAlignment = 'left' | 'center' | 'right';

export function alignmentAt({ selection }: EditorState): TextAlignment | null {
  const style = attributesOf(selection.$from.parent)['style'] ?? '';
  const value = declarations(style).find(isAlignment)?.split(':')[1]?.trim();
  return value === 'left' || value === 'center' || value === 'right' ? value : null;
}

/** Applying the same alignment again removes it, so that the line follows its block. */
export const setAlignment =
  (alignment: TextAlignment): Command =>
  (state, dispatch) => {
    const isOn = alignmentAt(state) === alignment;
    return changeLines((line) => {
      const { style = '', ...others } = attributesOf(line);
      const rest = declarations(style).filter((each) => !isAlignment(each));
      const next = (isOn ? rest : [...rest, `text-align:${alignment}`]).join(';');
      return { tag: line.attrs['tag'] ?? 'p', attributes: next === '' ? others : { ...others, style: next } };
    })(state, dispatch);
  };

export type ListTag = 'ul' | 'ol';

/** The type of list around the selection. */
export function listAt({ selection }: EditorState): ListTag | null {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const { name } = $from.node(depth).type;
    if (name === 'ul' || name === 'ol') return name;
  }
  return null;
}

/** Lines that leave a list become paragraphs, so that they don't run together. */
export const liftItem: Command = (state, dispatch) =>
  liftListItem(nodes.li)(
    state,
    dispatch &&
      ((tr) => {
        for (const { node, pos, parent } of linesIn(tr))
          if (node.type === nodes.bare && parent.type !== nodes.li) tr.setNodeMarkup(pos, nodes.line);
        dispatch(tr);
      }),
  );

function changeListType(state: EditorState, type: NodeType): Transaction | null {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const { name } = $from.node(depth).type;
    if (name === 'ul' || name === 'ol') return state.tr.setNodeMarkup($from.before(depth), type);
  }
  return null;
}

/** Turns lines into a list, changes the type of a list, or turns it back into lines. */
export const toggleList =
  (tag: ListTag): Command =>
  (state, dispatch) => {
    const current = listAt(state);
    if (current === tag) return liftItem(state, dispatch);
    const other = current && changeListType(state, nodes[tag]);
    if (other) {
      dispatch?.(other);
      return true;
    }
    const { tr } = state;
    // List items contain text without paragraphs, whose margins would separate them.
    for (const { node, pos } of linesIn(state))
      if (node.type === nodes.line) tr.setNodeMarkup(pos, nodes.bare);
    const range = tr.selection.$from.blockRange(tr.selection.$to);
    if (!range || !wrapRangeInList(tr, range, nodes[tag])) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Resets to plain paragraphs; links are kept, because they are more than formatting. */
export const clearFormat: Command = (state, dispatch) => {
  const { tr } = state;
  removeMarks(
    tr,
    state,
    marksIn(state).filter(({ attrs }) => attrs['tag'] !== 'a'),
  );
  for (const { node, pos } of linesIn(state))
    if (node.type === nodes.line) tr.setNodeMarkup(pos, nodes.line, { tag: 'p', attributes: {} });
  dispatch?.(tr);
  return true;
};
