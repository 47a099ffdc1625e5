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

/**
 * After the last words, rather than on a horizontal rule below them, which the first typed letter would
 * replace.
 */
export const endOfText = (doc: Node): Selection =>
  Selection.findFrom(doc.resolve(doc.content.size), -1, true) ?? Selection.atEnd(doc);

/** Text typed on a selected horizontal rule is inserted below it; only Delete removes the rule. */
export function insertBelowLine({ selection, schema, tr }: EditorState, text: string): Transaction | null {
  if (!(selection instanceof NodeSelection) || selection.node.type !== hr) return null;
  tr.insert(selection.to, line.create(null, schema.text(text)));
  return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1 + text.length)).scrollIntoView();
}
