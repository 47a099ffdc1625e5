import type { Json } from '../../../kernel/json.ts';
import { isObject } from '../masking/tree.rules.ts';

/** How much of one field history scans and keeps, in characters. */
export const MAX_TEXT = 65_536;
/** The same for a whole tree, including names; each value counts as at least `MIN_COST`. */
const MAX_TREE = 2 * MAX_TEXT;
const MIN_COST = 16;
/** The maximum depth of a request body. */
const MAX_DEPTH = 64;
const DEEPER = '…';

export interface Truncated<T> {
  value: T;
  truncated: boolean;
}

/** Never splits a surrogate pair. */
export function truncateText(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return text;
  const code = text.charCodeAt(max - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? max - 1 : max);
}

const costOf = (value: Json) =>
  Math.max(MIN_COST, typeof value === 'string' ? Math.min(value.length, MAX_TEXT) : 0);

/** Whether a tree is within the limits. */
function fits(root: Json): boolean {
  let left = MAX_TREE;
  const visit = (value: Json, depth: number): boolean => {
    left -= costOf(value);
    if (typeof value !== 'object' || value === null) return true;
    if (depth >= MAX_DEPTH) return false;
    if (Array.isArray(value)) {
      for (const item of value) if (left < costOf(item) || !visit(item, depth + 1)) return false;
      return true;
    }
    for (const name in value) {
      if (!Object.hasOwn(value, name)) return false;
      const inner = value[name] as Json;
      if (left < costOf(inner) + name.length) return false;
      left -= name.length;
      if (!visit(inner, depth + 1)) return false;
    }
    return true;
  };
  return visit(root, 0);
}

/**
 * The beginning of a tree, without what exceeds the limits. Most trees are within them
 * (contract: History and stats 5).
 */
export function truncateTree(root: Json): Truncated<Json> {
  if (fits(root)) return { value: root, truncated: false };
  let left = MAX_TREE;
  let truncated = false;
  const visit = (value: Json, depth: number): Json => {
    left -= costOf(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) {
      truncated = true;
      return DEEPER;
    }
    if (Array.isArray(value)) {
      const items: Json[] = [];
      for (const item of value) {
        if (left < costOf(item)) {
          truncated = true;
          break;
        }
        items.push(visit(item, depth + 1));
      }
      return items;
    }
    const entries: [string, Json][] = [];
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue;
      const inner = value[name] as Json;
      if (left < costOf(inner) + name.length) {
        truncated = true;
        break;
      }
      left -= name.length;
      entries.push([name, visit(inner, depth + 1)]);
    }
    return Object.fromEntries(entries);
  };
  const value = isObject(root) || Array.isArray(root) ? visit(root, 0) : root;
  return { value, truncated };
}
