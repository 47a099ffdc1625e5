import { Liquid, type TagToken, Tokenizer, TokenKind } from 'liquidjs';

interface CutPiece {
  isLiquid: boolean;
  text: string;
}

/** Where Liquid begins and ends is the same for every engine; ours would bring its filters and the sanitizer along. */
const { options } = new Liquid();

/** Their content is no Liquid of its own, so that they are one piece with all that they hold. */
const closed = new Set(['raw', 'comment']);

/**
 * A text cut by the engine's own tokenizer, for an editor: joined, the pieces are the text again. Throws where a piece
 * is not closed.
 */
export function cutLiquid(text: string): CutPiece[] {
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
