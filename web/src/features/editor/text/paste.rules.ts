import type { Node } from 'prosemirror-model';
import { encodeValue } from './entities.rules.ts';
import { repairLists } from './pasted-lists.rules.ts';
import { allowedStyleOf, blockAttributesOf, overridesStyle } from './pasted-style.rules.ts';
import { isElement, type PastedElement, type PastedNode, readPasted, styleOf } from './pasted-tree.rules.ts';
import { readRich } from './read-rich.rules.ts';
import { type Attributes, collapse, emptyTags, inlineTags, type TextToken } from './text-tokens.rules.ts';
import type { TextElement, TextNode } from './text-tree.rules.ts';

const ADDRESS = /^(?:https?|mailto|tel|sms):/i;
const dropped = new Set(
  'head style script title meta link xml col colgroup img svg object iframe input select button'.split(' '),
);
const keptTags = new Set(
  'h1 h2 h3 h4 h5 h6 blockquote ul ol li table thead tbody tfoot tr td th caption hr br'.split(' '),
);
/** Different tags with the same meaning. */
const same: Readonly<Record<string, string>> = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', ins: 'u', s: 's', strike: 's', del: 's' },
  ...{ sub: 'sub', sup: 'sup', code: 'code' },
};

const element = (tag: string, children: TextNode[], attributes: Attributes = {}): TextElement => ({
  ...{ kind: 'element', tag, attributes, children },
});

const isInLine = (node: TextNode) => node.kind !== 'element' || inlineTags.has(node.tag) || node.tag === 'br';

/** The tags equivalent to an element and its style; colors, fonts and sizes are ignored here. */
function tagsOf(node: PastedElement): string[] {
  const weight = styleOf(node, 'font-weight');
  const slant = styleOf(node, 'font-style');
  const decoration = `${styleOf(node, 'text-decoration')} ${styleOf(node, 'text-decoration-line')}`;
  const height = styleOf(node, 'vertical-align');
  const own = same[node.tag];
  const isThin = /^(?:normal|[1-5]00)$/.test(weight);
  const found = [
    own === 'strong' && isThin ? null : own,
    /^(?:bold|bolder|[6-9]00)$/.test(weight) && 'strong',
    slant === 'italic' && 'em',
    // Links are underlined by themselves.
    decoration.includes('underline') && node.tag !== 'a' && 'u',
    decoration.includes('line-through') && 's',
    height === 'super' && 'sup',
    height === 'sub' && 'sub',
  ];
  return [...new Set(found.filter((tag): tag is string => typeof tag === 'string'))];
}

/** Wraps text; blocks among the children are wrapped inside. */
const around = (children: TextNode[], wrap: (words: TextNode) => TextNode): TextNode[] =>
  children.map((child) =>
    !isInLine(child) && child.kind === 'element'
      ? { ...child, children: around(child.children, wrap) }
      : wrap(child),
  );

const formatted = (children: TextNode[], tags: readonly string[]): TextNode[] =>
  tags.length === 0
    ? children
    : around(children, (words) => tags.reduceRight<TextNode>((inner, tag) => element(tag, [inner]), words));

const styleIn = (node: TextNode) =>
  node.kind === 'element' && node.tag === 'span' ? (node.attributes['style'] ?? '') : '';

const withStyle = (children: TextNode[], style: string): TextNode[] =>
  style === ''
    ? children
    : around(children, (words) =>
        overridesStyle(styleIn(words), style) ? words : element('span', [words], { style }),
      );

const isHidden = (node: PastedElement) =>
  styleOf(node, 'display') === 'none' || styleOf(node, 'mso-hide') === 'all';

const isBlankNode = (node: TextNode): boolean => {
  if (node.kind === 'text') return node.text.replace(/[\s\u00a0]/g, '') === '';
  return (
    node.kind === 'element' &&
    (node.tag === 'br' || (inlineTags.has(node.tag) && node.children.every(isBlankNode)))
  );
};

/** Turns runs of text between blocks into paragraphs. */
function paragraphs(nodes: readonly TextNode[], attributes: Attributes = {}): TextNode[] {
  const found: TextNode[] = [];
  let words: TextNode[] = [];
  const end = () => {
    if (!words.every(isBlankNode)) found.push(element('p', words, attributes));
    words = [];
  };
  for (const node of nodes) {
    if (isInLine(node)) words.push(node);
    else {
      end();
      found.push(node);
    }
  }
  end();
  return found;
}

/** In items and cells, a single paragraph is unwrapped. */
const unwrapSingleParagraph = (nodes: TextNode[]): TextNode[] => {
  const blocks = nodes.filter((node) => !isInLine(node));
  const [only] = blocks;
  const isOne = blocks.length === 1 && only?.kind === 'element' && only.tag === 'p';
  if (isOne)
    return nodes.flatMap((node) => (node === only ? only.children : isBlankNode(node) ? [] : [node]));
  return nodes;
};

const spans = (attributes: PastedElement['attributes']): Attributes =>
  Object.fromEntries(
    ['colspan', 'rowspan'].flatMap((name) => {
      const value = attributes[name];
      return value !== undefined && /^\d{1,3}$/.test(value) && value !== '1' ? [[name, value]] : [];
    }),
  );

function cleanBlock(node: PastedElement, children: TextNode[], place: Attributes): TextNode[] {
  switch (node.tag) {
    case 'li':
      return [element('li', firstLineOf(unwrapSingleParagraph(children)))];
    case 'td':
    case 'th':
      return [element(node.tag, unwrapSingleParagraph(children), { ...spans(node.attributes), ...place })];
    case 'ul':
    case 'ol':
    case 'table':
    case 'thead':
    case 'tbody':
    case 'tfoot':
    case 'tr':
      return [
        element(
          node.tag,
          children.filter((child) => child.kind === 'element' && !isInLine(child)),
        ),
      ];
    case 'blockquote':
      return [element('blockquote', paragraphs(children))];
    case 'hr':
    case 'br':
      return [element(node.tag, [])];
    default:
      if (!children.every(isInLine)) return paragraphs(children, place);
      return children.every(isBlankNode) ? [] : [element(node.tag, children, place)];
  }
}

/** Unwraps the first paragraph of an item above a nested list. */
const firstLineOf = ([first, ...rest]: TextNode[]): TextNode[] => {
  if (first === undefined) return [];
  return first.kind === 'element' && first.tag === 'p' ? [...first.children, ...rest] : [first, ...rest];
};

function clean(node: PastedNode, keepsLook: boolean): TextNode[] {
  if (!isElement(node)) return [{ kind: 'text', text: node }];
  if (dropped.has(node.tag) || isHidden(node)) return [];
  const inner = node.children.flatMap((child) => clean(child, keepsLook));
  const children = withStyle(formatted(inner, tagsOf(node)), keepsLook ? allowedStyleOf(node) : '');
  const place = keepsLook ? blockAttributesOf(node) : {};
  if (keptTags.has(node.tag)) return cleanBlock(node, children, place);
  if (node.tag === 'a') {
    const { href = '' } = node.attributes;
    const words = children.flatMap((child) =>
      child.kind === 'element' && child.tag === 'u' ? child.children : [child],
    );
    const isLink = ADDRESS.test(href) && children.every(isInLine) && !children.every(isBlankNode);
    return isLink ? [element('a', words, { href: encodeValue(href) })] : children;
  }
  const isParagraph = node.tag === 'p' || node.tag === 'div' || node.tag === 'pre';
  return isParagraph ? paragraphs(children, place) : children;
}

function* tokensIn(nodes: readonly TextNode[]): Generator<TextToken> {
  for (const node of nodes) {
    if (node.kind !== 'element') yield node;
    else {
      yield { kind: 'open', tag: node.tag, attributes: node.attributes };
      if (emptyTags.has(node.tag)) continue;
      yield* tokensIn(node.children);
      yield { kind: 'close', tag: node.tag };
    }
  }
}

/** Merges neighbors with equal formatting. */
function joined(nodes: readonly TextNode[]): TextNode[] {
  return nodes.reduce<TextNode[]>((found, node) => {
    const before = found.at(-1);
    if (node.kind === 'element' && before?.kind === 'element' && isAlike(before, node)) {
      found[found.length - 1] = { ...before, children: joined([...before.children, ...node.children]) };
    } else found.push(node.kind === 'element' ? { ...node, children: joined(node.children) } : node);
    return found;
  }, []);
}

const isAlike = (one: TextElement, other: TextElement) =>
  one.tag !== 'br' &&
  inlineTags.has(one.tag) &&
  one.tag === other.tag &&
  JSON.stringify(one.attributes) === JSON.stringify(other.attributes);

/**
 * Converts HTML from the clipboard to a document of ours: lists, links and emphasis, with fonts, colors and
 * sizes only if `keepsLook`.
 */
export function readPaste(html: string, keepsLook = false): Node {
  const nodes = repairLists(readPasted(html)).flatMap((node) => clean(node, keepsLook));
  const isWords = nodes.every(isInLine);
  return readRich(collapse(tokensIn(joined(isWords ? nodes : paragraphs(nodes)))));
}

/** Converts plain text to one paragraph per line. */
export function readPlainPaste(text: string): Node {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const nodes = lines.map((line): TextNode => ({ kind: 'text', text: line }));
  return readRich(collapse(tokensIn(lines.length === 1 ? nodes : nodes.map((node) => element('p', [node])))));
}
