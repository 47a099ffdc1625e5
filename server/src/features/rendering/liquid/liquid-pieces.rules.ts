import { type TagToken, Tokenizer, TokenKind } from 'liquidjs';
import { createLiquidEngine } from './liquid-engine.rules.ts';
import { secretName } from './liquid-walk.rules.ts';

export interface LiquidPiece {
  /** `plain` is not Liquid, even if it looks like it between `raw` and `endraw`. */
  kind: 'plain' | 'liquid' | 'secret';
  text: string;
}

const engine = createLiquidEngine();

/** What remains of `raw` and `endraw` when their content is known to be plain: trimming of white space. */
const trimmingOf = (tag: string) =>
  tag.startsWith('{%-') || tag.endsWith('-%}')
    ? `{%${tag.startsWith('{%-') ? '-' : ''} # ${tag.endsWith('-%}') ? '-' : ''}%}`
    : '';

/** Splits valid Liquid with the engine's own tokenizer; a comment is one piece with everything in it. */
export function piecesOf(text: string): LiquidPiece[] {
  const pieces: LiquidPiece[] = [];
  let commentAt: number | null = null;
  for (const token of new Tokenizer(text, engine.options.operators).readTopLevelTokens(engine.options)) {
    const written = text.slice(token.begin, token.end);
    const tag = token.kind === TokenKind.Tag ? (token as TagToken).name : null;
    if (commentAt !== null) {
      if (tag !== 'endcomment') continue;
      pieces.push({ kind: 'liquid', text: text.slice(commentAt, token.end) });
      commentAt = null;
    } else if (tag === 'comment') commentAt = token.begin;
    else if (tag === 'raw' || tag === 'endraw') pieces.push({ kind: 'liquid', text: trimmingOf(written) });
    else if (token.kind === TokenKind.HTML) pieces.push({ kind: 'plain', text: written });
    else {
      const isSecret = tag === null && secretName(token as unknown as TagToken) !== undefined;
      pieces.push({ kind: isSecret ? 'secret' : 'liquid', text: written });
    }
  }
  return pieces;
}
