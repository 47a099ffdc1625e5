import type { JsonObject } from 'outstep/kernel/json.ts';
import { presetOf, type SideName } from './blocks.rules.ts';
import { namesIn } from './clipboard.rules.ts';
import { changeIfValid, withoutNames } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';

/** Replaces a header or footer with a shared one; its previous blocks are removed. */
export function sharePresetAt(design: JsonObject, side: SideName, preset: string): DesignChange | null {
  if (presetOf(design, side) === preset) return null;
  return { label: 'side', patches: [{ kind: 'put', path: [side], value: { preset } }] };
}

/** Removes the shared header or footer without adding blocks. */
export function dropPresetAt(design: JsonObject, side: SideName): DesignChange | null {
  return presetOf(design, side) === null
    ? null
    : { label: 'side', patches: [{ kind: 'take', path: [side] }] };
}

/**
 * Copies the blocks of the preset into the layout, which looks unchanged; names already in use are dropped.
 */
export function detachPresetAt(
  design: JsonObject,
  side: SideName,
  blocks: readonly JsonObject[],
): DesignChange | null {
  if (presetOf(design, side) === null) return null;
  const taken = namesIn(design);
  const own = blocks.map((block) => withoutNames(block, taken));
  return changeIfValid(design, {
    label: 'detach',
    patches: [
      own.length === 0
        ? { kind: 'take', path: [side] }
        : { kind: 'put', path: [side], value: { blocks: own } },
    ],
  });
}
