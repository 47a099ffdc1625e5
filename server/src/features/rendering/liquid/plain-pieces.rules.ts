import { Tokenizer, TokenKind } from 'liquidjs';
import { createLiquidEngine } from './liquid-engine.rules.ts';
import { preparePlain } from './plain-liquid.rules.ts';

const engine = createLiquidEngine();

/**
 * Words, tag, words, … words of a text that parses; null if it contains more than `preparePlain` supports.
 * The text is untrusted, so call it only in a process that can be killed.
 */
export function plainPiecesOf(text: string): string[] | null {
  const pieces = [''];
  for (const token of new Tokenizer(text, engine.options.operators).readTopLevelTokens(engine.options)) {
    const written = text.slice(token.begin, token.end);
    if (token.kind === TokenKind.HTML) pieces.push(`${pieces.pop()}${written}`);
    else pieces.push(written, '');
  }
  return preparePlain(text, pieces) && pieces;
}
