import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { carryKey } from './keys.rules.ts';

/**
 * A small change to a JSON value. `put` sets a member of an object or an entry of a list, `take` removes a
 * member; `insert` and `remove` are for entries of a list.
 */
export type JsonPatch =
  | { kind: 'put'; path: JsonPath; value: Json /** Position of a new member. */; at?: number }
  | { kind: 'take'; path: JsonPath }
  | { kind: 'insert'; path: JsonPath; value: Json }
  | { kind: 'remove'; path: JsonPath };

interface AppliedPatch {
  value: Json;
  /** Reverts the patch exactly, including the order of members. */
  inverse: JsonPatch;
}

export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as JsonObject)[step];
  }
  return here;
}

/** Sets, replaces or removes one member; the others keep their order. */
function withMember(object: JsonObject, name: string, value: Json | undefined, at?: number): JsonObject {
  const entries = Object.entries(object);
  const index = entries.findIndex(([key]) => key === name);
  if (value === undefined) entries.splice(index, 1);
  else if (index >= 0) entries[index] = [name, value];
  else entries.splice(at ?? entries.length, 0, [name, value]);
  return carryKey(object, Object.fromEntries(entries));
}

function changeMember(
  object: JsonObject,
  name: string,
  patch: JsonPatch,
): { object: JsonObject; inverse: JsonPatch } {
  const { path } = patch;
  const before = Object.hasOwn(object, name) ? object[name] : undefined;
  if (patch.kind === 'put') {
    const inverse: JsonPatch =
      before === undefined ? { kind: 'take', path } : { kind: 'put', path, value: before };
    return { object: withMember(object, name, patch.value, patch.at), inverse };
  }
  if (patch.kind !== 'take' || before === undefined) throw new RangeError('no such member');
  const at = Object.keys(object).indexOf(name);
  return { object: withMember(object, name, undefined), inverse: { kind: 'put', path, value: before, at } };
}

function changeEntry(
  list: readonly Json[],
  index: number,
  patch: JsonPatch,
): { list: Json[]; inverse: JsonPatch } {
  const { path } = patch;
  const last = patch.kind === 'insert' ? list.length : list.length - 1;
  if (index < 0 || index > last) throw new RangeError('no such entry');
  if (patch.kind === 'insert')
    return { list: list.toSpliced(index, 0, patch.value), inverse: { kind: 'remove', path } };
  const before = list[index] as Json;
  if (patch.kind === 'remove')
    return { list: list.toSpliced(index, 1), inverse: { kind: 'insert', path, value: before } };
  if (patch.kind !== 'put') throw new RangeError('entries are removed, not taken');
  return { list: list.with(index, patch.value), inverse: { kind: 'put', path, value: before } };
}

/** Copies the containers along the path and shares everything else. */
export function applyPatch(root: Json, patch: JsonPatch): AppliedPatch {
  const change = (here: Json, depth: number): AppliedPatch => {
    const step = patch.path[depth];
    const isLast = depth === patch.path.length - 1;
    if (Array.isArray(here) && typeof step === 'number') {
      if (isLast) {
        const { list, inverse } = changeEntry(here, step, patch);
        return { value: list, inverse };
      }
      const below = change(here[step] as Json, depth + 1);
      return { value: here.with(step, below.value), inverse: below.inverse };
    }
    if (typeof here !== 'object' || here === null || Array.isArray(here) || typeof step !== 'string')
      throw new RangeError('no such place');
    if (isLast) {
      const { object, inverse } = changeMember(here, step, patch);
      return { value: object, inverse };
    }
    const below = change(here[step] as Json, depth + 1);
    return { value: withMember(here, step, below.value), inverse: below.inverse };
  };
  return change(root, 0);
}

/** Applies patches in order; the inverses are ordered to undo all of them. */
export function applyPatches(root: JsonObject, patches: readonly JsonPatch[]) {
  let value: Json = root;
  const inverse: JsonPatch[] = [];
  for (const patch of patches) {
    const applied = applyPatch(value, patch);
    value = applied.value;
    inverse.unshift(applied.inverse);
  }
  return { value: value as JsonObject, inverse };
}

/** The same patch for a value below `root`. */
export const prefixPatch = (root: JsonPath, patch: JsonPatch): JsonPatch => ({
  ...patch,
  path: [...root, ...patch.path],
});
