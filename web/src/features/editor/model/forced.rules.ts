import type { JsonObject } from 'outstep/kernel/json.ts';
import type { BlockEntry } from './blocks.rules.ts';
import { applyPatches, type JsonPatch } from './patches.rules.ts';

/** By the key of a block: whether its condition is treated as true. */
export type ForcedConditions = ReadonlyMap<string, boolean>;

/** The members that decide whether a block, or which part of it, is shown. */
export const conditionsOf = (block: JsonObject): ('showIf' | 'if')[] =>
  (['showIf', 'if'] as const).filter((name) => typeof block[name] === 'string' && block[name] !== '');

/**
 * The design with conditions forced to true or false, regardless of the data. For previews only, never for
 * saving.
 */
export function withForced(
  design: JsonObject,
  entries: readonly BlockEntry[],
  forced: ForcedConditions,
): JsonObject {
  const patches = entries.flatMap(({ key, block, path }) => {
    const holds = forced.get(key);
    if (holds === undefined) return [];
    return conditionsOf(block).map(
      (name): JsonPatch => ({ kind: 'put', path: [...path, name], value: String(holds) }),
    );
  });
  return patches.length === 0 ? design : applyPatches(design, patches).value;
}
