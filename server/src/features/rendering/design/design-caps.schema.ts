import type { FieldProblem, PropertyPath } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';

/** Size as JSON in UTF-8. */
export const MAX_BYTES = 1024 * 1024;
export const MAX_BLOCKS = 200;
export const MAX_NESTING = 3;

/** The maximum length of any list in a design. */
const MAX_ITEMS = MAX_BLOCKS;

interface SizeVisit {
  value: unknown;
  path: PropertyPath;
  /** How many blocks enclose it. */
  depth: number;
  /** Whether a column encloses it. */
  inColumn: boolean;
}

/** Whether a design exceeds the maximum size, including its test variables. */
export const isTooLarge = (design: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(design)).length > MAX_BYTES;

/**
 * Problems of size, detected before any schema runs, because a schema would check and report each of a
 * hundred thousand blocks.
 */
export function problemsOfSize(
  design: unknown,
  /** The blocks of a shared section, which count in its place; unknown if only the design is given. */
  blocksOfPart: (preset: unknown) => unknown = () => null,
): FieldProblem[] {
  if (!isPlainObject(design)) return [];
  let blocks = 0;
  const lists = [design['blocks'], sideOf(design['header']), sideOf(design['footer'])];
  const paths = [['blocks'], ['header', 'blocks'], ['footer', 'blocks']];
  const waiting: SizeVisit[] = lists.map((value, i) => ({
    value,
    path: paths[i] ?? [],
    depth: 0,
    inColumn: false,
  }));
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    const { value: list, path, depth, inColumn } = visit;
    if (!Array.isArray(list)) continue;
    blocks += list.length;
    if (blocks > MAX_BLOCKS) return [{ path, reason: message('too_many_blocks', { max: MAX_BLOCKS }) }];
    for (const [i, block] of list.entries()) {
      if (!isPlainObject(block)) continue;
      const at = [...path, i];
      const shared = block['type'] === 'part' ? blocksOfPart(block['preset']) : null;
      if (Array.isArray(shared)) {
        blocks -= 1;
        waiting.push({ value: shared, path: [...at, 'preset'], depth, inColumn });
        continue;
      }
      for (const [name, member] of Object.entries(block)) {
        if (!Array.isArray(member)) continue;
        if (member.length > MAX_ITEMS)
          return [{ path: [...at, name], reason: message('too_many_items', { max: MAX_ITEMS }) }];
        const inner = innerLists(name, member);
        if (inner.length === 0) continue;
        if (depth === MAX_NESTING)
          return [{ path: at, reason: message('blocks_nested_too_deep', { max: MAX_NESTING }) }];
        if (name === 'columns' && inColumn) return [{ path: at, reason: message('columns_nested') }];
        for (const { value, path: below } of inner)
          waiting.push({
            value,
            path: [...at, ...below],
            depth: depth + 1,
            inColumn: inColumn || name === 'columns',
          });
      }
    }
  }
  return [];
}

const sideOf = (part: unknown) => (isPlainObject(part) ? part['blocks'] : undefined);

function innerLists(name: string, member: readonly unknown[]): { value: unknown; path: PropertyKey[] }[] {
  if (name === 'blocks' || name === 'else') return [{ value: member, path: [name] }];
  if (name !== 'columns') return [];
  return member.map((column, i) => ({ value: sideOf(column), path: [name, i, 'blocks'] }));
}
