import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { type BlockEntry, entriesOf, listsIn, presetOf, sides } from './blocks.rules.ts';
import { namesIn } from './clipboard.rules.ts';
import { changeIfValid, withoutNames } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';
import { keyOf } from './keys.rules.ts';
import { type JsonPatch, valueAt } from './patches.rules.ts';

/** A block that stands for the blocks of a preset. */
export const partBlock = (preset: string): JsonObject => ({ type: 'part', preset });

/** The ids of all presets that a design uses in header, footer and blocks, without duplicates. */
export function presetsIn(design: JsonObject): string[] {
  const ofSides = sides.flatMap((side) => presetOf(design, side) ?? []);
  const ofParts = entriesOf(design).flatMap(({ type, block: { preset } }) =>
    type === 'part' && typeof preset === 'string' ? [preset] : [],
  );
  return [...new Set([...ofSides, ...ofParts])];
}

/** A shared section cannot contain another. */
export const canShare = (block: JsonObject): boolean =>
  block['type'] !== 'part' &&
  listsIn(block).every((list) =>
    (valueAt(block, list) as Json[]).every((each) => canShare(each as JsonObject)),
  );

/** Replaces a block with a reference to the preset it was saved as. */
export function sharePart(
  design: JsonObject,
  { path, block }: BlockEntry,
  preset: string,
): DesignChange | null {
  if (!canShare(block)) return null;
  const part = partBlock(preset);
  return changeIfValid(design, {
    ...{ label: 'share', selection: keyOf(part) },
    patches: [{ kind: 'put', path, value: part }],
  });
}

/**
 * Copies the blocks of a shared section into the layout, which looks unchanged: names already in use are
 * dropped, and the condition is kept.
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
  return changeIfValid(design, {
    ...{ label: 'detach', selection: first ? keyOf(first) : null },
    patches: [
      { kind: 'remove', path },
      ...own.map((value, i): JsonPatch => ({ kind: 'insert', path: [...list, index + i], value })),
    ],
  });
}
