import { invalid, invalidField, type PropertyPath } from '../../../kernel/fields.ts';
import { isStorableTree, type Json } from '../../../kernel/json.ts';
import { jsonLimitError } from '../../../kernel/json-bounds.ts';
import { message } from '../../../kernel/messages/message.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { Block } from '../../rendering/design/all-blocks.schema.ts';
import { problemsOfDesign } from '../../rendering/design/design.schema.ts';
import { findPart } from '../../rendering/design/fill-parts.rules.ts';

function jsonOf(bytes: Uint8Array): unknown {
  const excess = jsonLimitError(bytes);
  if (excess !== null) throw invalidField('file', excess);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidField('file', message('json_invalid'));
  }
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isPlainObject(value) || !Array.isArray(value['blocks']))
    throw invalidField('file', message('must_be_blocks'));
  const { blocks, ...others } = value;
  // A preset is part of a design; only the design sets anything but blocks.
  const unknown = Object.keys(others).map((name) => ({ path: [name], reason: message('unknown_field') }));
  if (unknown.length > 0) throw invalid(unknown);
  return blocks as unknown[];
}

/** Rejects malformed blocks; valid ones are kept exactly as written. */
export function wellFormedBlocks(blocks: unknown[], at: PropertyPath = []): Json[] {
  const problems = problemsOfDesign({ blocks });
  if (problems.length > 0)
    throw invalid(problems.map(({ path, reason }) => ({ path: [...at, ...path], reason })));
  const part = findPart(blocks as Block[]);
  if (part) throw invalid([{ path: [...at, 'blocks', ...part], reason: message('part_in_preset') }]);
  if (!isStorableTree(blocks))
    throw invalid([
      {
        path: [...at, 'blocks'],
        reason: message('json_broken'),
      },
    ]);
  return blocks as Json[];
}

/** The blocks in a file. */
export const blocksOf = (bytes: Uint8Array): Json[] => wellFormedBlocks(listIn(jsonOf(bytes)));
