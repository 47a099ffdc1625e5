import type { Json } from '../../../kernel/json.ts';
import { headerKind, isCommonHeader } from '../masking/headers.rules.ts';
import { knownCredentials, knownSecrets, type PersonalValue } from '../masking/known-values.rules.ts';
import type { OwnTexts } from '../masking/own-texts.rules.ts';
import { personalHintOf } from '../masking/personal-names.rules.ts';
import type { MaskedTextKind } from '../masking/structure.rules.ts';
import { maskLeaves, type PlacedLeaf } from './mask-leaves.rules.ts';
import {
  createNameNumbering,
  credentialsInVariables,
  type PersonalLeaf,
  personalValuesOf,
  visitPersonal,
  withLeaves,
} from './personal-tree.rules.ts';
import { createTextMasker, type ViewsOfText } from './text-masker.rules.ts';
import { MAX_TEXT, type Truncated, truncateText, truncateTree } from './truncate.rules.ts';

/**
 * The sensitive values known to an execution. Later reads do not have them and do not need them, because
 * entries are stored masked.
 */
export interface SensitiveValues {
  /** Name and value of every secret that was resolved. */
  secrets?: Iterable<readonly [string, string]>;
  /** Other credentials of the request, which have no name. */
  credentials?: Iterable<string>;
  personal?: Iterable<PersonalValue>;
  /** The input of the execution, including personal data and credentials. */
  within?: Json;
  /** The store's own texts, which are not searched for probable personal data. */
  own?: OwnTexts;
}

export type HeaderValues = Record<string, string | string[]>;

/** spec: What the service does 4, 5. Masking is idempotent, with the same sensitive values or without any. */
export interface Masker {
  text(value: string): Truncated<string>;
  url(value: string): Truncated<string>;
  headers(value: HeaderValues): Truncated<HeaderValues>;
  tree(value: Json): Truncated<Json>;
  /** Masks an ID or name from another system: hides known values and email addresses only. */
  reference(value: string): string;
}

/** Headers that carry the client's IP address. */
const FORWARDED =
  /^(?:x-forwarded-for|forwarded|x-real-ip|cf-connecting-ip|true-client-ip|x-client-ip|fastly-client-ip)$/i;

function visitHeaders(headers: HeaderValues, leaf: PersonalLeaf) {
  for (const [name, value] of Object.entries(headers)) {
    const promised = FORWARDED.test(name) ? 'ip' : personalHintOf(name);
    const kind = headerKind(name);
    for (const text of Array.isArray(value) ? value : [value]) leaf(text, kind, promised);
  }
}

function withHeaders(
  headers: HeaderValues,
  next: () => string | number,
  named: (name: string) => string,
): HeaderValues {
  const distinct = createNameNumbering();
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      isCommonHeader(name) ? name : distinct(asHeaderName(name, named)),
      Array.isArray(value) ? value.map(() => next() as string) : (next() as string),
    ]),
  );
}

/**
 * Header names are case-insensitive, but a name such as "Will" is recognized by its capital, so both
 * spellings are checked.
 */
function asHeaderName(name: string, named: (name: string) => string): string {
  const hidden = named(name);
  if (hidden !== name) return hidden;
  const capitals = name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  const shown = named(capitals);
  return shown === capitals ? name : shown;
}

/**
 * Hides the sensitive values of an execution, and those revealed by its texts and member names
 * (contract: History and stats 3).
 */
export function createMasker(knowledge: SensitiveValues = {}, readings?: ViewsOfText): Masker {
  const { secrets = [], credentials = [], personal = [], within = null, own } = knowledge;
  const hider = createTextMasker(
    [...knownSecrets(secrets), ...knownCredentials([...credentials, ...credentialsInVariables(within)])],
    [...personal, ...personalValuesOf(within)],
    readings,
    own,
  );

  const oneText = (kind: MaskedTextKind) => (value: string) => {
    const maskFully = (text: string) =>
      maskLeaves([{ value: text, kind, promised: null }], hider)[0] as string;
    const beginning = hider.cut(value);
    const shown = maskFully(beginning);
    const kept = shown.length > MAX_TEXT ? truncateText(maskFully(truncateText(shown))) : shown;
    return { value: kept, truncated: beginning !== value || kept !== shown };
  };

  /** Cuts again after masking: a mask may be longer than what it hides. */
  function whole<T extends Json>(value: T, { visit, rebuild }: ValueWalk<T>): Truncated<T> {
    const beginning = truncateTree(value);
    const personal = personalValuesOf(beginning.value);
    const own = personal.length === 0 ? hider : hider.with(personal);
    let cut = false;
    const leavesOf = (tree: T): PlacedLeaf[] => {
      const leaves: PlacedLeaf[] = [];
      visit(tree, (leaf, kind, promised) => {
        const kept = typeof leaf === 'string' ? own.cut(leaf) : leaf;
        if (kept !== leaf) cut = true;
        leaves.push({ value: kept, kind, promised });
      });
      return leaves;
    };
    let tree = beginning.value as T;
    let leaves = leavesOf(tree);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const shown = maskLeaves(leaves, own);
      let at = 0;
      tree = rebuild(tree, () => shown[at++] as string | number, own.hideName);
      if (shown.every((value, i) => value === leaves[i]?.value)) break;
      const before = leaves;
      leaves = leavesOf(tree);
      if (leaves.every((leaf, i) => isPlacedAlike(leaf, before[i] as PlacedLeaf))) break;
    }
    const ending = truncateTree(tree);
    return { value: ending.value as T, truncated: beginning.truncated || cut || ending.truncated };
  }

  return {
    text: oneText('free'),
    url: oneText('url'),
    headers: (value) => whole(value, inHeaders),
    tree: (value) => whole(value, inTree),
    reference: hider.hideName,
  };
}

/**
 * Masked text may name the value next to it, as `iban=********` does; more than two rounds have not been
 * observed.
 */
const MAX_ROUNDS = 5;

const isPlacedAlike = (one: PlacedLeaf, other: PlacedLeaf) =>
  one.kind === other.kind && one.promised === other.promised;

/** How to visit the texts of a value and replace them. */
interface ValueWalk<T> {
  visit(value: T, leaf: PersonalLeaf): void;
  rebuild(value: T, next: () => string | number, named: (name: string) => string): T;
}
const inHeaders: ValueWalk<HeaderValues> = { visit: visitHeaders, rebuild: withHeaders };
const inTree: ValueWalk<Json> = { visit: visitPersonal, rebuild: withLeaves };

export { personalValuesOf } from './personal-tree.rules.ts';
