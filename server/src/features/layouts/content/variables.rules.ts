import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { LayoutState } from './layout-state.schema.ts';

/** A piece of a path in Liquid: `.title`, `[0]`, `["first name"]`; anything else is itself a lookup. */
const PIECE = /\.?([^.[\]]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/**
 * The pieces of `variables.order.line_items[0].title` after `variables`, up to the first one known only at
 * render time.
 */
export function knownPieces(path: string): (string | number)[] {
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

/** The value at the path; `undefined` if there is none. */
function valueAt(path: string, variables: JsonObject): Json | undefined {
  let value: Json | undefined = variables;
  for (const piece of knownPieces(path)) {
    // In Liquid, every array and string has a `size`.
    if (piece === 'size' && (Array.isArray(value) || typeof value === 'string')) return value.length;
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, piece)) return undefined;
    value = (value as Record<string | number, Json>)[piece];
  }
  return value;
}

/** Whether a step's variables have a value at the path. */
export function hasVariable(path: string, variables: JsonObject): boolean {
  const value = valueAt(path, variables);
  return value !== undefined && value !== null;
}

/** Required variables that a step does not send, or sends blank (contract: Layouts 12; Sending 14). */
export const missingRequired = (
  { requiredVariables }: Pick<LayoutState, 'requiredVariables'>,
  variables: JsonObject,
): string[] =>
  requiredVariables.filter((path) => {
    const value = valueAt(path.startsWith('[') ? `variables${path}` : `variables.${path}`, variables);
    return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  });
