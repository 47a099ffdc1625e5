import type { PropertyPath } from 'outstep/kernel/fields.ts';
import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { type BlockEntry, entriesOf, isWithin, presetOf, sides } from './blocks.rules.ts';
import type { DesignChange } from './history.rules.ts';
import { canShare, detachPart } from './parts.rules.ts';
import { applyPatches, valueAt } from './patches.rules.ts';
import { detachPresetAt } from './sides.rules.ts';

/**
 * While a preset is edited inside an email, it is open: its blocks are in the design beside its id. A design
 * is drawn in this form, and its blocks are moved and measured in it, but it is never saved like this.
 */
const LIST = 'blocks';

/** Finds a preset in the email: at a side, or at the block with this key. `null` if it is no longer there. */
export function findPresetPath(design: JsonObject, at: string, preset: string): JsonPath | null {
  const side = sides.find((each) => each === at);
  if (side) return presetOf(design, side) === preset ? [side] : null;
  const part = entriesOf(design).find(({ key }) => key === at);
  return part?.block['preset'] === preset ? part.path : null;
}

export const listAt = (place: JsonPath): JsonPath => [...place, LIST];

export const openPreset = (design: JsonObject, place: JsonPath, blocks: readonly Json[]): JsonObject =>
  applyPatches(design, [{ kind: 'put', path: listAt(place), value: [...blocks] }]).value;

/** The design in the form that is saved, and the blocks that were removed from it. */
export function closePreset(design: JsonObject, place: JsonPath): { design: JsonObject; blocks: Json[] } {
  const blocks = valueAt(design, listAt(place)) as Json[];
  return { blocks, design: applyPatches(design, [{ kind: 'take', path: listAt(place) }]).value };
}

/** The compiler addresses blocks in a preset through its member `preset`. */
export const fromCompiler = (place: JsonPath, path: PropertyPath): PropertyPath =>
  place.every((step, i) => step === path[i]) && path[place.length] === 'preset'
    ? path.with(place.length, LIST)
    : path;

/** Only the blocks of an open preset, as if there were no surrounding email. */
export function entriesWithin(entries: readonly BlockEntry[], list: JsonPath): BlockEntry[] {
  const own = entries.filter(({ path }) => isWithin(list, path));
  const [first] = own;
  return own.map((entry) => ({
    ...entry,
    depth: entry.depth - (first?.depth ?? 0),
    parent: entry.list.length === list.length ? null : entry.parent,
  }));
}

/**
 * Converts a change to one of the preset; `null` if it reaches beyond the preset or adds a shared section to
 * it: presets cannot be nested.
 */
export function changeWithin(change: DesignChange, list: JsonPath): DesignChange | null {
  const isOwn = change.patches.every(
    (patch) =>
      isWithin(list, patch.path) &&
      (patch.kind !== 'insert' || typeof patch.value !== 'object' || canShare(patch.value as JsonObject)),
  );
  if (!isOwn) return null;
  const patches = change.patches.map((patch) => ({
    ...patch,
    path: [LIST, ...patch.path.slice(list.length)],
  }));
  return { ...change, patches };
}

/** The email with the given blocks in place of a preset, for the server, which has only the saved preset. */
export function inlinePreset(design: JsonObject, preset: string, blocks: readonly JsonObject[]): JsonObject {
  const side = sides.find((each) => presetOf(design, each) === preset);
  const part = entriesOf(design).find(({ block }) => block['type'] === 'part' && block['preset'] === preset);
  const change = side ? detachPresetAt(design, side, blocks) : part && detachPart(design, part, blocks);
  return change ? inlinePreset(applyPatches(design, change.patches).value, preset, blocks) : design;
}
