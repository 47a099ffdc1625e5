import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { setMember } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';
import { applyPatches, valueAt } from './patches.rules.ts';

/** A test variable as a form field. */
export type TestField =
  | { kind: 'text'; path: JsonPath; value: string }
  | { kind: 'number'; path: JsonPath; value: number }
  | { kind: 'choice'; path: JsonPath; value: boolean }
  /** Null, an empty object, or nesting too deep for a form. */
  | { kind: 'code'; path: JsonPath; value: Json }
  | { kind: 'group' | 'list'; path: JsonPath; fields: TestField[] };

/** Test variables may be a megabyte; with more than this many fields, they are edited as JSON. */
const MOST_FIELDS = 300;
const DEEPEST = 6;

/** The variables as form fields; `isCut` if some are omitted. */
export function testFields(variables: JsonObject): { fields: TestField[]; isCut: boolean } {
  let left = MOST_FIELDS;
  let isCut = false;
  const fieldOf = (value: Json, path: JsonPath): TestField => {
    left--;
    if (typeof value === 'string') return { kind: 'text', path, value };
    if (typeof value === 'number') return { kind: 'number', path, value };
    if (typeof value === 'boolean') return { kind: 'choice', path, value };
    const isNested = path.length < DEEPEST && value !== null;
    if (isNested && Array.isArray(value))
      return { kind: 'list', path, fields: membersOf(Object.entries(value), path, Number) };
    if (isNested && isPlainObject(value) && Object.keys(value).length > 0)
      return { kind: 'group', path, fields: membersOf(Object.entries(value), path, String) };
    return { kind: 'code', path, value };
  };
  const membersOf = (
    members: readonly [string, Json][],
    path: JsonPath,
    step: (name: string) => string | number,
  ): TestField[] => {
    const found: TestField[] = [];
    for (const [name, value] of members) {
      isCut ||= left <= 0;
      if (isCut) break;
      found.push(fieldOf(value, [...path, step(name)]));
    }
    return found;
  };
  const fields = membersOf(Object.entries(variables), [], String);
  return { fields, isCut };
}

const ROOT = 'testVariables';

/**
 * Changes the test variables. A language without its own shows those of the main language (`samples`), and
 * gets its own with the first change.
 */
function changed(
  design: JsonObject,
  samples: JsonObject,
  make: (from: JsonObject) => DesignChange | null,
): DesignChange | null {
  const isOwn = design[ROOT] !== undefined;
  const from = isOwn ? design : { ...design, [ROOT]: samples };
  const change = make(from);
  if (!change || isOwn) return change && { ...change, label: ROOT };
  const value = valueAt(applyPatches(from, change.patches).value, [ROOT]) as Json;
  return { ...change, label: ROOT, patches: [{ kind: 'put', path: [ROOT], value }] };
}

export const setVariable = (design: JsonObject, samples: JsonObject, path: JsonPath, value: Json) =>
  changed(design, samples, (from) => setMember(from, [ROOT, ...path], value));

export const removeVariable = (design: JsonObject, samples: JsonObject, path: JsonPath) =>
  changed(design, samples, () => ({
    label: ROOT,
    patches: [{ kind: typeof path.at(-1) === 'number' ? 'remove' : 'take', path: [ROOT, ...path] }],
  }));

/** Adds a copy of the last entry to a list, because testing a long list requires filled entries. */
export const addTestEntry = (design: JsonObject, samples: JsonObject, path: JsonPath) =>
  changed(design, samples, (from) => {
    const list = valueAt(from, [ROOT, ...path]);
    if (!Array.isArray(list)) return null;
    const value = structuredClone(list.at(-1) ?? '');
    return { label: ROOT, patches: [{ kind: 'insert', path: [ROOT, ...path, list.length], value }] };
  });

/** Replaces all variables, after editing them as JSON. */
export function setVariables(
  design: JsonObject,
  samples: JsonObject,
  value: JsonObject,
): DesignChange | null {
  const isSame = JSON.stringify(design[ROOT] ?? samples) === JSON.stringify(value);
  const patches = [{ kind: 'put' as const, path: [ROOT], value }];
  return isSame ? null : { label: ROOT, typing: ROOT, patches };
}

const NAME = /^[a-zA-Z_][\w-]*$/;

/** Parses a variable name typed as in Liquid; `null` if it isn't valid. */
function stepsOfName(typed: string): string[] | null {
  const steps = typed
    .trim()
    .replace(/^variables\./, '')
    .split('.');
  return steps.every((step) => NAME.test(step)) && steps.length <= DEEPEST ? steps : null;
}

/** Adds an empty string variable, or returns why it cannot. */
export function addVariable(
  design: JsonObject,
  samples: JsonObject,
  typed: string,
): { change: DesignChange; path: JsonPath } | { reason: 'name' | 'taken' } {
  const path = stepsOfName(typed);
  if (!path) return { reason: 'name' };
  const variables = design[ROOT] ?? samples;
  const isTaken = path.some((_, i) => {
    const value = valueAt(variables, path.slice(0, i + 1));
    return value !== undefined && (i === path.length - 1 || !isPlainObject(value));
  });
  const change = isTaken ? null : setVariable(design, samples, path, '');
  if (!change) return { reason: 'taken' };
  const { typing: _, ...step } = change;
  return { change: step, path };
}

/** Parses variables; `null` unless the text is a JSON object. */
export function variablesIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
