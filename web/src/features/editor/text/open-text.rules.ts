import { splitLiquid } from 'outstep/features/rendering/liquid/cut-liquid.rules.ts';
import type { Node } from 'prosemirror-model';
import { readRich } from './read-rich.rules.ts';
import { lineSchema } from './text-schema.rules.ts';
import { areSame, tokensOf, type UnsupportedReason, UnsupportedText } from './text-tokens.rules.ts';
import { writeRich } from './write-rich.rules.ts';

/** Formatted text, or a single line of plain text. */
export type TextEditorKind = 'rich' | 'line';

function parseLineText(text: string): Node {
  const { nodes } = lineSchema;
  const pieces = splitLiquid(text).map((piece) =>
    piece.isLiquid ? nodes.chip.create({ code: piece.text }) : lineSchema.text(piece.text),
  );
  return nodes.doc.create(null, pieces);
}

const writeLine = (doc: Node): string => {
  let text = '';
  doc.forEach((node) => {
    text += node.isText ? node.text : node.attrs['code'];
  });
  return text;
};

export const writeText = (kind: TextEditorKind, doc: Node): string =>
  kind === 'rich' ? writeRich(doc) : writeLine(doc);

/** Opens a text for editing in place, unless writing it back would change untouched parts. */
export function openText(kind: TextEditorKind, text: string): { doc: Node } | { reason: UnsupportedReason } {
  try {
    if (kind === 'line') {
      const doc = parseLineText(text);
      return writeLine(doc) === text ? { doc } : { reason: 'changed' };
    }
    const tokens = tokensOf(text);
    const doc = readRich(tokens);
    return tokens.length === 0 || areSame(tokensOf(writeRich(doc)), tokens) ? { doc } : { reason: 'changed' };
  } catch (error) {
    return { reason: error instanceof UnsupportedText ? error.reason : 'markup' };
  }
}
