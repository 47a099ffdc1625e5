import type { Json, JsonObject } from '../../../kernel/json.ts';

/** One piece of a path as one writes it: `.title`, `[0]`, `["first name"]`; anything else is looked up first. */
const PIECE = /\.?([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** The pieces of `variables.order.line_items[0].title` behind `variables`, up to one that only a mail can tell. */
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

/** Whether a step that gave these variables gave what the path names. */
export function isGiven(path: string, variables: JsonObject): boolean {
  let value: Json | undefined = variables;
  for (const piece of knownPieces(path)) {
    // Liquid's own: every list and text has it.
    if (piece === 'size' && (Array.isArray(value) || typeof value === 'string')) return true;
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, piece)) return false;
    value = (value as Record<string | number, Json>)[piece];
  }
  return value !== undefined && value !== null;
}
