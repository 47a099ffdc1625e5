import { Fragment, type Node } from 'prosemirror-model';
import { openText, writeText } from './open-text.rules.ts';

const OPENING = /^\{%-?\s*(?:if|unless|case|for|tablerow|capture)\b/;
const CLOSING = /^\{%-?\s*end\w+/;

/** Whether a position is between a Liquid tag and its end tag; splitting there would break both halves. */
function isWithinLiquid(doc: Node, pos: number): boolean {
  let depth = 0;
  doc.nodesBetween(0, pos, (node, at) => {
    if (node.type.name !== 'chip' || at >= pos) return;
    const code = String(node.attrs['code']);
    if (OPENING.test(code)) depth++;
    else if (CLOSING.test(code)) depth--;
  });
  return depth > 0;
}

/**
 * A half without the empty line that splitting at a line's end leaves at its edge; `null` if nothing else
 * remains.
 */
function withoutEmptyEdge(node: Node, edge: 'first' | 'last'): Node | null {
  if (node.inlineContent) return node.content.size === 0 ? null : node;
  const child = edge === 'first' ? node.firstChild : node.lastChild;
  if (!child) return node.isLeaf ? node : null;
  const inner = withoutEmptyEdge(child, edge);
  const others = node.children.filter((each) => each !== child);
  const kept = inner === null ? [] : [inner];
  if (kept.length + others.length === 0) return null;
  return node.copy(Fragment.from(edge === 'first' ? [...kept, ...others] : [...others, ...kept]));
}

/** Whether it contains anything visible. */
export const hasVisibleContent = (node: Node): boolean =>
  node.isText
    ? (node.text ?? '').trim() !== ''
    : ['chip', 'img', 'hr'].includes(node.type.name) || node.children.some(hasVisibleContent);

/** As stored: spaces at the edges are invisible and dropped. */
function written(half: Node | null): string | null {
  if (!half || !hasVisibleContent(half)) return null;
  const opened = openText('rich', writeText('rich', half));
  return 'doc' in opened ? writeText('rich', opened.doc) : null;
}

/** Splits a text at a position; `null` if one half would be empty or broken. */
export function splitAt(doc: Node, pos: number): readonly [string, string] | null {
  const place = doc.resolve(pos);
  for (let depth = place.depth; depth > 0; depth--) if (place.node(depth).type.name === 'table') return null;
  if (isWithinLiquid(doc, pos)) return null;
  const first = written(withoutEmptyEdge(doc.cut(0, pos), 'last'));
  const second = written(withoutEmptyEdge(doc.cut(pos), 'first'));
  return first === null || second === null ? null : [first, second];
}
