import type { Mark, Node, NodeType } from 'prosemirror-model';
import { richSchema } from './text-schema.rules.ts';
import { inlineTags, type TextToken, UnsupportedText } from './text-tokens.rules.ts';
import { type TextElement, type TextNode, treeOf } from './text-tree.rules.ts';

const { nodes, marks } = richSchema;

const boxes: ReadonlySet<string> = new Set(['div', 'center', 'blockquote']);
const groups: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
const isLine = (tag: string) => tag === 'p' || /^h[1-6]$/.test(tag);
const isInLine = (node: TextNode) =>
  node.kind !== 'element' || inlineTags.has(node.tag) || node.tag === 'br' || node.tag === 'img';

function inline(node: TextNode, around: readonly Mark[]): Node[] {
  if (node.kind === 'text') return [richSchema.text(node.text, around)];
  if (node.kind === 'liquid') return [nodes.chip.create({ code: node.code }, null, around)];
  const { tag, attributes, children } = node;
  if (tag === 'br' || tag === 'img') return [nodes[tag].create({ attributes }, null, around)];
  if (!inlineTags.has(tag)) throw new UnsupportedText('changed');
  const mark = marks.format.create({ tag, attributes });
  return children.flatMap((child) => inline(child, mark.addToSet(around)));
}

const words = (children: readonly TextNode[]) => children.flatMap((child) => inline(child, []));

/** Wraps loose text between blocks in `bare` nodes. */
function flow(children: readonly TextNode[]): Node[] {
  const found: Node[] = [];
  let bare: TextNode[] = [];
  const endBare = () => {
    if (bare.length > 0) found.push(nodes.bare.create(null, words(bare)));
    bare = [];
  };
  for (const child of children) {
    if (isInLine(child)) bare.push(child);
    else {
      endBare();
      found.push(block(child as TextElement));
    }
  }
  endBare();
  return found.length > 0 ? found : [nodes.bare.create()];
}

/** Rows, items or cells, which allow nothing else between them. */
function parts(children: readonly TextNode[], allowed: (tag: string) => boolean): Node[] {
  return children.map((child) => {
    if (child.kind !== 'element') throw new UnsupportedText(child.kind === 'liquid' ? 'liquid' : 'changed');
    if (!allowed(child.tag)) throw new UnsupportedText('changed');
    return block(child);
  });
}

function contentOf({ tag, children }: TextElement): [NodeType, Node[]] {
  if (isLine(tag)) return [nodes.line, words(children)];
  if (boxes.has(tag)) return [nodes.box, flow(children)];
  if (groups.has(tag)) return [nodes.rows, parts(children, (each) => each === 'tr')];
  switch (tag) {
    case 'ul':
    case 'ol':
      return [nodes[tag], parts(children, (each) => each === 'li')];
    case 'li':
      return [nodes.li, flow(children)];
    case 'table':
      return [
        nodes.table,
        parts(children, (each) => groups.has(each) || each === 'tr' || each === 'caption'),
      ];
    case 'caption':
      return [nodes.caption, words(children)];
    case 'tr':
      return [nodes.row, parts(children, (each) => each === 'td' || each === 'th')];
    case 'td':
    case 'th':
      return [nodes.cell, flow(children)];
    case 'hr':
      return [nodes.hr, []];
    default:
      throw new UnsupportedText('changed');
  }
}

function block(element: TextElement): Node {
  const { tag, attributes } = element;
  const [type, content] = contentOf(element);
  const isTagged = type.spec.attrs !== undefined && 'tag' in type.spec.attrs;
  return type.create(isTagged ? { tag, attributes } : { attributes }, content);
}

/** Converts tokens to a document; an empty text starts with a paragraph. */
export function readRich(tokens: readonly TextToken[]): Node {
  const content = tokens.length === 0 ? [nodes.line.create()] : flow(treeOf(tokens));
  const doc = nodes.doc.create(null, content);
  try {
    doc.check();
  } catch {
    throw new UnsupportedText('changed');
  }
  return doc;
}
