import type { Node } from 'prosemirror-model';
import { cutLiquid } from '../../../../../server/src/features/rendering/liquid/cut-liquid.rules.ts';
import { readRich } from './read-rich.rules.ts';
import { lineSchema } from './text-schema.rules.ts';
import { areSame, tokensOf, type Unfit, UnfitText } from './text-tokens.rules.ts';
import { writeRich } from './write-rich.rules.ts';

/** Formatted text, or one line of words. */
export type TextKind = 'rich' | 'line';

function readLine(text: string): Node {
  const { nodes } = lineSchema;
  const pieces = cutLiquid(text).map((piece) =>
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

export const writeText = (kind: TextKind, doc: Node): string =>
  kind === 'rich' ? writeRich(doc) : writeLine(doc);

/** A text to be written in place, unless writing it back would change what nobody touched. */
export function openText(kind: TextKind, text: string): { doc: Node } | { reason: Unfit } {
  try {
    if (kind === 'line') {
      const doc = readLine(text);
      return writeLine(doc) === text ? { doc } : { reason: 'changed' };
    }
    const tokens = tokensOf(text);
    const doc = readRich(tokens);
    return tokens.length === 0 || areSame(tokensOf(writeRich(doc)), tokens) ? { doc } : { reason: 'changed' };
  } catch (error) {
    return { reason: error instanceof UnfitText ? error.reason : 'markup' };
  }
}
