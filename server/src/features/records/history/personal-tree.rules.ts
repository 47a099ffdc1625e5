import type { Json } from '../../../kernel/json.ts';
import type { PersonalValue } from '../masking/known-values.rules.ts';
import type { PersonalKind } from '../masking/mask.rules.ts';
import { maskedValue } from '../masking/named-values.rules.ts';
import { type NameContext, NO_NAME_CONTEXT, personalMembers } from '../masking/personal-members.rules.ts';
import type { PersonalHint } from '../masking/personal-names.rules.ts';
import type { MaskedTextKind } from '../masking/structure.rules.ts';
import { isObject, mapLeaves, namedEntries, visitedLiterals } from '../masking/tree.rules.ts';
import { truncateTree } from './truncate.rules.ts';

/** Visits one string or number, with the hint from the names above it. */
export type PersonalLeaf = (value: string | number, kind: MaskedTextKind, promised: PersonalHint) => void;

/** Visits every string and number of a tree, in order. */
export function visitPersonal(
  value: Json,
  leaf: PersonalLeaf,
  place: NameContext = NO_NAME_CONTEXT,
  credential = false,
) {
  if (typeof value === 'string' || typeof value === 'number')
    leaf(value, credential ? 'credential' : 'free', place.kind);
  else if (Array.isArray(value)) for (const item of value) visitPersonal(item, leaf, place, credential);
  else if (isObject(value)) {
    const entries = namedEntries(value);
    const places = personalMembers(
      entries.map(([name, inner]) => ({ name, text: typeof inner === 'string' ? inner : null })),
      place,
    );
    entries.forEach(([, inner, isCredential], i) => {
      visitPersonal(inner, leaf, places[i] as NameContext, credential || isCredential);
    });
  }
}

/**
 * Replaces the strings and numbers of a tree, in the same order. `Object.fromEntries` keeps a member called
 * `__proto__`.
 */
export function withLeaves(value: Json, next: () => string | number, named: (name: string) => string): Json {
  if (typeof value === 'string' || typeof value === 'number') return next();
  if (Array.isArray(value)) return value.map((item) => withLeaves(item, next, named));
  if (!isObject(value)) return value;
  const distinct = createNameNumbering();
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [distinct(named(name)), withLeaves(inner, next, named)]),
  );
}

/**
 * Numbers colliding masked names. Each name continues from its last number, because there may be thousands
 * (contract: History and stats 9).
 */
export function createNameNumbering(): (name: string) => string {
  const last = new Map<string, number>();
  return (name) => {
    let number = last.get(name) ?? 0;
    let shown = name;
    while (last.has(shown)) shown = `${name} (${++number})`;
    last.set(name, Math.max(1, number));
    if (shown !== name) last.set(shown, 1);
    return shown;
  };
}

const EMAIL = /^[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}.-]{3,255}$/u;
const MAX_VALUES = 1000;

const kindOf = (promised: PersonalHint): PersonalKind | null =>
  promised === 'address' ? 'street' : promised === 'who' ? null : promised;

/** Personal data in an execution's variables and recipients, to be hidden wherever it occurs. */
export function personalValuesOf(tree: Json): PersonalValue[] {
  const values = new Map<string, PersonalValue>();
  const add = (kind: PersonalKind, value: string) => {
    if (values.size < MAX_VALUES) values.set(`${kind} ${value}`, { kind, value });
  };
  visitPersonal(truncateTree(tree).value, (value, _, promised) => {
    const text = String(value).trim();
    if (EMAIL.test(text)) add('email', text);
    else {
      const kind = kindOf(promised);
      if (kind !== null && maskedValue(promised, text) !== null) add(kind, text);
    }
  });
  return [...values.values()];
}

/**
 * Credentials in an execution's variables, recognized by name. Other text may repeat them without such a
 * name.
 */
export const credentialsInVariables = (tree: Json): string[] =>
  [
    ...visitedLiterals((leaf) =>
      mapLeaves(truncateTree(tree).value, (value, kind) =>
        kind === 'credential' ? leaf(value, kind) : value,
      ),
    ),
  ].slice(0, MAX_VALUES);
