import { invalid, invalidField } from '../../../kernel/fields.ts';
import { isStorableTree, type Json } from '../../../kernel/json.ts';
import { jsonExcess } from '../../../kernel/json-bounds.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { Block } from '../../rendering/design/all-blocks.schema.ts';
import { problemsOfDesign } from '../../rendering/design/design.schema.ts';
import { findPart } from '../../rendering/design/fill-parts.rules.ts';

function jsonOf(bytes: Uint8Array): unknown {
  const excess = jsonExcess(bytes);
  if (excess !== null) throw invalidField('file', excess);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidField('file', 'not valid JSON');
  }
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isPlainObject(value) || !Array.isArray(value['blocks']))
    throw invalidField('file', 'must be a list of blocks, or { "blocks": [...] }');
  const { blocks, ...others } = value;
  // A preset is part of a design; all but blocks is for the design to set.
  const unknown = Object.keys(others).map((name) => ({ path: [name], reason: 'unknown field' }));
  if (unknown.length > 0) throw invalid(unknown);
  return blocks as unknown[];
}

/** Refuses malformed blocks; others are kept exactly as written. */
export function wellFormedBlocks(blocks: unknown[], at: readonly PropertyKey[] = []): Json[] {
  const problems = problemsOfDesign({ blocks });
  if (problems.length > 0)
    throw invalid(problems.map(({ path, reason }) => ({ path: [...at, ...path], reason })));
  const part = findPart(blocks as Block[]);
  if (part) throw invalid([{ path: [...at, 'blocks', ...part], reason: 'a part cannot stand in a preset' }]);
  if (!isStorableTree(blocks))
    throw invalid([
      {
        path: [...at, 'blocks'],
        reason: 'must not contain NUL, broken Unicode or numbers out of range',
      },
    ]);
  return blocks as Json[];
}

/** The blocks in a file. */
export const blocksOf = (bytes: Uint8Array): Json[] => wellFormedBlocks(listIn(jsonOf(bytes)));
