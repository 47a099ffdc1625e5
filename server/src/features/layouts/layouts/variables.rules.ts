import type { Json, JsonObject } from '../../../kernel/json.ts';

/** A piece of a path in Liquid: `.title`, `[0]`, `["first name"]`; anything else is itself a lookup. */
const PIECE = /\.?([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** Pieces of `variables.order.line_items[0].title` after `variables`, up to one known only when rendering. */
function knownPieces(path: string): (string | number)[] {
  const pieces: (string | number)[] = [];
  let at = 'variables'.length;
  while (at < path.length) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(path);
    if (!found) break;
    const [whole, name, index, quoted] = found;
    if (name !== undefined) pieces.push(name);
    else pieces.push(index === undefined ? JSON.parse(quoted as string) : Number(index));
    at += whole.length;
  }
  return pieces;
}

/** Whether a step's variables have a value at the path. */
export function isGiven(path: string, variables: JsonObject): boolean {
  let value: Json | undefined = variables;
  for (const piece of knownPieces(path)) {
    // In Liquid every list and text has a `size`.
    if (piece === 'size' && (Array.isArray(value) || typeof value === 'string')) return true;
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, piece)) return false;
    value = (value as Record<string | number, Json>)[piece];
  }
  return value !== undefined && value !== null;
}
