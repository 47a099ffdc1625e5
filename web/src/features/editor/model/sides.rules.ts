import type { JsonObject } from 'outstep/kernel/json.ts';
import { presetOf, type SideName } from './blocks.rules.ts';
import { namesIn } from './clipboard.rules.ts';
import { legal, withoutNames } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';

/** A header or footer that is shared with other layouts; blocks that stood there go. */
export function sharePresetAt(design: JsonObject, side: SideName, preset: string): DesignChange | null {
  if (presetOf(design, side) === preset) return null;
  return { label: 'side', patches: [{ kind: 'put', path: [side], value: { preset } }] };
}

/** Nothing is shared any more, and no block stands there yet. */
export function dropPresetAt(design: JsonObject, side: SideName): DesignChange | null {
  return presetOf(design, side) === null
    ? null
    : { label: 'side', patches: [{ kind: 'take', path: [side] }] };
}

/** The blocks of the preset become the layout's own, which looks as it did; names that are taken are left out. */
export function detachPresetAt(
  design: JsonObject,
  side: SideName,
  blocks: readonly JsonObject[],
): DesignChange | null {
  if (presetOf(design, side) === null) return null;
  const taken = namesIn(design);
  const own = blocks.map((block) => withoutNames(block, taken));
  return legal(design, {
    label: 'detach',
    patches: [
      own.length === 0
        ? { kind: 'take', path: [side] }
        : { kind: 'put', path: [side], value: { blocks: own } },
    ],
  });
}
