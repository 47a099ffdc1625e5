import { Liquid, type TagToken, Tokenizer, TokenKind } from 'liquidjs';

interface CutPiece {
  isLiquid: boolean;
  text: string;
}

/** All engines agree on where Liquid begins and ends. Our own would pull in its filters and the sanitizer. */
const { options } = new Liquid();

/** Their content is not Liquid, so each is a single piece with everything in it. */
const closed = new Set(['raw', 'comment']);

/**
 * Splits a text with the engine's own tokenizer, for an editor. Joined, the pieces are the text again. Throws
 * if a piece is not closed.
 */
export function splitLiquid(text: string): CutPiece[] {
  const pieces: CutPiece[] = [];
  let open: { at: number; end: string } | null = null;
  for (const token of new Tokenizer(text, options.operators).readTopLevelTokens(options)) {
    const tag = token.kind === TokenKind.Tag ? (token as TagToken).name : null;
    if (open !== null) {
      if (tag !== open.end) continue;
      pieces.push({ isLiquid: true, text: text.slice(open.at, token.end) });
      open = null;
    } else if (tag !== null && closed.has(tag)) open = { at: token.begin, end: `end${tag}` };
    else pieces.push({ isLiquid: token.kind !== TokenKind.HTML, text: text.slice(token.begin, token.end) });
  }
  if (open !== null) throw new RangeError(`no ${open.end}`);
  return pieces;
}
