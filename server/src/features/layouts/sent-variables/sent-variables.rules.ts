import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { ValueKind } from './sent-variables.schema.ts';
import { valueKindOf } from './value-kind.rules.ts';

/** A variable as steps send it. */
export interface SentVariable {
  /** As written in Liquid. Fields of array entries use the first index: `variables.lines[0].title`. */
  path: string;
  kind: ValueKind;
  /** Masked; `null` for arrays and objects. */
  sample: string | null;
  /** The length of an array in the step that the sample is from. */
  entries: number | null;
  /** How many steps sent it. */
  sentBy: number;
}

const MOST_PATHS = 200;
const DEEPEST = 8;
/** The number of list entries to read; entries usually have the same shape. */
const MOST_ENTRIES = 20;
const MOST_MEMBERS = 500;
const LONGEST_SAMPLE = 80;
const LONGEST_NAME = 100;

const PLAIN = /^[a-zA-Z_][\w-]*$/;
/** Invisible characters, and those that reverse the direction of text. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const HAS_MASK = /\*\*|\[secret:/;

/** A path segment in Liquid syntax; `null` for names that are masked or can't be written. */
function pieceOf(name: string): string | null {
  if (name.length > LONGEST_NAME || name === '' || HAS_MASK.test(name)) return null;
  if (PLAIN.test(name)) return `.${name}`;
  return name.search(INVISIBLE_CHARACTERS) < 0 && name.isWellFormed() && !/["\\\]]/.test(name)
    ? `["${name}"]`
    : null;
}

function sampleOf(value: Json): string | null {
  if (value === null || typeof value === 'object') return null;
  const text = String(value)
    .slice(0, 4 * LONGEST_SAMPLE)
    .toWellFormed()
    .replace(INVISIBLE_CHARACTERS, ' ')
    .trim();
  const signs = [...text];
  return signs.length > LONGEST_SAMPLE ? `${signs.slice(0, LONGEST_SAMPLE).join('')}…` : text;
}

/** One location in the variables of all steps. `at` returns the values of a step at it. */
type VariableLocation = { path: string; name: string; at(variables: Json): Json[] };

const isThere = (value: Json | undefined): value is Json => value !== undefined && value !== null;

const memberOf = (values: readonly Json[], name: string): Json[] =>
  values.flatMap((value) => {
    const member = isPlainObject(value) && Object.hasOwn(value, name) ? (value as JsonObject)[name] : null;
    return isThere(member) ? [member] : [];
  });

const entriesOf = (values: readonly Json[]): Json[] =>
  values
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, MOST_ENTRIES) : []))
    .filter(isThere)
    .slice(0, MOST_ENTRIES);

/** The locations directly below a location, as found in masked steps. */
function placesBelow({ path, name, at }: VariableLocation, found: readonly Json[]): VariableLocation[] {
  const members = new Set<string>();
  for (const value of found)
    if (isPlainObject(value))
      for (const member of Object.keys(value)) if (members.size < MOST_MEMBERS) members.add(member);
  const places = [...members].flatMap((member): VariableLocation[] => {
    const piece = pieceOf(member);
    if (piece === null) return [];
    return [{ path: path + piece, name: member, at: (variables) => memberOf(at(variables), member) }];
  });
  if (found.some(Array.isArray))
    places.push({ path: `${path}[0]`, name, at: (variables) => entriesOf(at(variables)) });
  return places;
}

interface VariableCollection {
  variables: SentVariable[];
  /** Whether there were more variables than listed. */
  isCut: boolean;
}

/**
 * The variables that steps sent (contract: Layouts 16). Paths, kinds and samples come from the newest steps,
 * masked. All steps count toward `sentBy`, which is all that older steps reveal.
 */
export function sentVariables(masked: readonly JsonObject[], all: readonly JsonObject[]): VariableCollection {
  const variables: SentVariable[] = [];
  let isCut = false;
  const visit = (place: VariableLocation, depth: number) => {
    const found = masked.map((step) => place.at(step));
    const values = found.flat();
    for (const below of placesBelow(place, values)) {
      if (variables.length >= MOST_PATHS) {
        isCut = true;
        return;
      }
      const sentBy = all.filter((step) => below.at(step).length > 0).length;
      // Masking changes names as well, and a variable of the changed name would always be empty.
      if (sentBy === 0) continue;
      const said = masked.flatMap((step) => below.at(step).slice(0, 1));
      const newest = said[0];
      const kind = newest === undefined ? null : valueKindOf(below.name, newest);
      // Entries that are themselves arrays or objects have no separate path.
      const isEntry = below.path === `${place.path}[0]`;
      if (kind !== null && !(isEntry && (kind === 'object' || kind === 'list')))
        variables.push({
          ...{ path: below.path, kind, sample: sampleOf(newest as Json) },
          entries: Array.isArray(newest) ? newest.length : null,
          sentBy,
        });
      if (depth < DEEPEST) visit(below, depth + 1);
    }
  };
  visit({ path: 'variables', name: '', at: (step) => [step] }, 0);
  return { variables, isCut };
}
