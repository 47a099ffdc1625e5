import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { type BlockEntry, entriesOf, listsIn, presetOf, sides } from './blocks.rules.ts';
import { namesIn } from './clipboard.rules.ts';
import { legal, withoutNames } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';
import { keyOf } from './keys.rules.ts';
import { type JsonPatch, valueAt } from './patches.rules.ts';

/** A block that stands for those of a preset. */
export const partBlock = (preset: string): JsonObject => ({ type: 'part', preset });

/** Every preset that a design shares: header, footer and parts, each once. */
export function presetsIn(design: JsonObject): string[] {
  const ofSides = sides.flatMap((side) => presetOf(design, side) ?? []);
  const ofParts = entriesOf(design).flatMap(({ type, block: { preset } }) =>
    type === 'part' && typeof preset === 'string' ? [preset] : [],
  );
  return [...new Set([...ofSides, ...ofParts])];
}

/** A part holds no part. */
export const canShare = (block: JsonObject): boolean =>
  block['type'] !== 'part' &&
  listsIn(block).every((list) =>
    (valueAt(block, list) as Json[]).every((each) => canShare(each as JsonObject)),
  );

/** A block becomes one that other layouts share; its preset has what it was. */
export function sharePart(
  design: JsonObject,
  { path, block }: BlockEntry,
  preset: string,
): DesignChange | null {
  if (!canShare(block)) return null;
  const part = partBlock(preset);
  return legal(design, {
    ...{ label: 'share', selection: keyOf(part) },
    patches: [{ kind: 'put', path, value: part }],
  });
}

/**
 * The blocks of a part become the layout's own, which looks as it did: names that are taken are left out, and what was
 * shown under a condition still is.
 */
export function detachPart(
  design: JsonObject,
  { path, list, index, block }: BlockEntry,
  blocks: readonly JsonObject[],
): DesignChange | null {
  if (block['type'] !== 'part') return null;
  const taken = namesIn(design);
  const copies = blocks.map((each) => withoutNames(each, taken));
  const { showIf } = block;
  const own =
    typeof showIf === 'string' && copies.length > 0
      ? [{ type: 'conditional', if: showIf, blocks: copies } as JsonObject]
      : copies;
  const [first] = own;
  return legal(design, {
    ...{ label: 'detach', selection: first ? keyOf(first) : null },
    patches: [
      { kind: 'remove', path },
      ...own.map((value, i): JsonPatch => ({ kind: 'insert', path: [...list, index + i], value })),
    ],
  });
}
