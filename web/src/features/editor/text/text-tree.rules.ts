import { type Attributes, emptyTags, type TextToken, UnsupportedText } from './text-tokens.rules.ts';

export interface TextElement {
  kind: 'element';
  tag: string;
  attributes: Attributes;
  children: TextNode[];
}

export type TextNode = TextElement | Extract<TextToken, { kind: 'text' | 'liquid' }>;

/** Nests tokens into elements; each must be closed in the right place. */
export function treeOf(tokens: readonly TextToken[]): TextNode[] {
  const root: TextNode[] = [];
  const open: TextElement[] = [];
  for (const token of tokens) {
    const siblings = open.at(-1)?.children ?? root;
    if (token.kind === 'close') {
      if (open.pop()?.tag !== token.tag) throw new UnsupportedText('markup');
    } else if (token.kind === 'open') {
      const element: TextElement = {
        kind: 'element',
        tag: token.tag,
        attributes: token.attributes,
        children: [],
      };
      siblings.push(element);
      if (!emptyTags.has(token.tag)) open.push(element);
    } else siblings.push(token);
  }
  if (open.length > 0) throw new UnsupportedText('markup');
  return root;
}
