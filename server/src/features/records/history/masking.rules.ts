import type { Json } from '../../../kernel/json.ts';
import { headerKind, isCommonHeader } from '../masking/headers.rules.ts';
import { knownCredentials, knownSecrets, type PersonalValue } from '../masking/known-values.rules.ts';
import { personalHintOf } from '../masking/personal-names.rules.ts';
import type { MaskedTextKind } from '../masking/structure.rules.ts';
import { maskLeaves, type PlacedLeaf } from './mask-leaves.rules.ts';
import {
  numberingAlike,
  type PersonalLeaf,
  personalValuesOf,
  visitPersonal,
  withLeaves,
} from './personal-tree.rules.ts';
import { createTextMasker, type ViewsOfText } from './text-masker.rules.ts';
import { MAX_TEXT, type Truncated, truncateText, truncateTree } from './truncate.rules.ts';

/** What an execution knows. Later reads do not have it and do not need it: entries are stored masked. */
export interface SensitiveValues {
  /** Name and value of every secret that was resolved. */
  secrets?: Iterable<readonly [string, string]>;
  /** Other credentials of the request, which have no name. */
  credentials?: Iterable<string>;
  personal?: Iterable<PersonalValue>;
  /** The input of the execution, including personal data. */
  within?: Json;
}

export type HeaderValues = Record<string, string | string[]>;

/** spec: What the service does 4, 5. Masking is idempotent, with the same knowledge or with none. */
export interface Masker {
  text(value: string): Truncated<string>;
  url(value: string): Truncated<string>;
  headers(value: HeaderValues): Truncated<HeaderValues>;
  tree(value: Json): Truncated<Json>;
  /** Ids and names that others gave: known values and addresses are hidden, whatever else they look like. */
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
  const distinct = numberingAlike();
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      isCommonHeader(name) ? name : distinct(asHeaderName(name, named)),
      Array.isArray(value) ? value.map(() => next() as string) : (next() as string),
    ]),
  );
}

/** Names of headers have no letter case, and "Will" is found by its capital: both are looked at. */
function asHeaderName(name: string, named: (name: string) => string): string {
  const hidden = named(name);
  if (hidden !== name) return hidden;
  const capitals = name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  const shown = named(capitals);
  return shown === capitals ? name : shown;
}

/** Hides what an execution knows, and what its texts and member names reveal (contract: History and stats 3). */
export function createMasker(knowledge: SensitiveValues = {}, readings?: ViewsOfText): Masker {
  const { secrets = [], credentials = [], personal = [], within = null } = knowledge;
  const hider = createTextMasker(
    [...knownSecrets(secrets), ...knownCredentials(credentials)],
    [...personal, ...personalValuesOf(within)],
    readings,
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
    const leaves: PlacedLeaf[] = [];
    let cut = false;
    visit(beginning.value as T, (leaf, kind, promised) => {
      const kept = typeof leaf === 'string' ? own.cut(leaf) : leaf;
      if (kept !== leaf) cut = true;
      leaves.push({ value: kept, kind, promised });
    });
    const shown = maskLeaves(leaves, own);
    let at = 0;
    const next = () => shown[at++] as string | number;
    const ending = truncateTree(rebuild(beginning.value as T, next, own.hideName));
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

/** How to visit the texts of a value and replace them. */
interface ValueWalk<T> {
  visit(value: T, leaf: PersonalLeaf): void;
  rebuild(value: T, next: () => string | number, named: (name: string) => string): T;
}
const inHeaders: ValueWalk<HeaderValues> = { visit: visitHeaders, rebuild: withHeaders };
const inTree: ValueWalk<Json> = { visit: visitPersonal, rebuild: withLeaves };

export { personalValuesOf } from './personal-tree.rules.ts';
