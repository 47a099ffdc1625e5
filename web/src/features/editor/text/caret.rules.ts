import type { Node } from 'prosemirror-model';
import {
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { richSchema } from './text-schema.rules.ts';

const { line, hr } = richSchema.nodes;

/** Behind the last words, and not at a line below them, which the first letter would take the place of. */
export const endOfText = (doc: Node): Selection =>
  Selection.findFrom(doc.resolve(doc.content.size), -1, true) ?? Selection.atEnd(doc);

/** What is typed at a line comes below it; only Delete takes the line out. */
export function insertBelowLine({ selection, schema, tr }: EditorState, text: string): Transaction | null {
  if (!(selection instanceof NodeSelection) || selection.node.type !== hr) return null;
  tr.insert(selection.to, line.create(null, schema.text(text)));
  return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1 + text.length)).scrollIntoView();
}
