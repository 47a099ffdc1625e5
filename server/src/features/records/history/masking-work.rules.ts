import { Refusal } from '../../../kernel/error.ts';
import { type HeavyWork, type NotDone, sizeOf } from '../../../kernel/heavy-work.ts';
import type { Json } from '../../../kernel/json.ts';
import {
  type KnownValue,
  knownCredentials,
  knownPersonal,
  knownSecrets,
  type PersonalValue,
} from '../masking/known-values.rules.ts';
import { MASK } from '../masking/mask.rules.ts';
import { possibleValuesIn, type ValueEdges, valueEdgesOf } from '../masking/possible-values.rules.ts';
import { isObject } from '../masking/tree.rules.ts';
import { createMasker, type Knowledge, type Masker } from './masking.rules.ts';
import { personalValuesOf } from './personal-tree.rules.ts';

const hidden = (value: Json): Json => (Array.isArray(value) ? [] : isObject(value) ? {} : MASK);

/** Shows nothing at all: of what could not be looked through, nobody knows what it holds. */
const hideEverything: Masker = {
  text: () => ({ value: MASK, truncated: true }),
  url: () => ({ value: MASK, truncated: true }),
  headers: () => ({ value: {}, truncated: true }),
  tree: (value) => ({ value: hidden(value), truncated: true }),
  reference: () => MASK,
};

/** Texts that are no longer are compared with what is known one value after the other, before a search is made. */
const SHORT = 8192;
/** What it costs to search for one value, in characters to look through. */
const COST_OF_VALUE = 128;

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      yield name;
      yield* stringsIn(member);
    }
}

/** Something known, with how the texts that are searched for begin and end. */
type Prepared = (
  | { secret: readonly [string, string] }
  | { credential: string }
  | { person: PersonalValue }
) & {
  edges: ValueEdges[];
  masks: string[];
};

function prepared<One extends object>(one: One, known: readonly KnownValue[]) {
  const masks = new Set(known.flatMap(({ mask }) => mask ?? []));
  return { ...one, edges: known.map(({ value }) => valueEdgesOf(value)), masks: [...masks] };
}

/** The messages of a mail are masked one after the other with the same knowledge. */
const remembered = new WeakMap<Knowledge, Prepared[]>();

function preparedOf(knowledge: Knowledge): Prepared[] {
  const before = remembered.get(knowledge);
  if (before !== undefined) return before;
  const { secrets = [], credentials = [], personal = [], within = null } = knowledge;
  const all = [
    ...[...secrets].map((secret) => prepared({ secret }, knownSecrets([secret]))),
    ...[...credentials].map((credential) => prepared({ credential }, knownCredentials([credential]))),
    ...[...personal, ...personalValuesOf(within)].map((person) =>
      prepared({ person }, knownPersonal([person])),
    ),
  ];
  remembered.set(knowledge, all);
  return all;
}

/** What of it may be in these values, or in the masks that then stand there. */
function narrowed(knowledge: Knowledge, values: unknown): Knowledge {
  const all = preparedOf(knowledge);
  if (all.length === 0) return knowledge;
  const possible = possibleValuesIn(stringsIn(values));
  const kept = new Set<Prepared>();
  for (let before = -1; before < kept.size; ) {
    before = kept.size;
    for (const one of all) {
      if (kept.has(one) || !one.edges.some(possible.has)) continue;
      kept.add(one);
      one.masks.forEach(possible.add);
    }
  }
  const left = [...kept];
  return {
    secrets: left.flatMap((one) => ('secret' in one ? [one.secret] : [])),
    credentials: left.flatMap((one) => ('credential' in one ? [one.credential] : [])),
    personal: left.flatMap((one) => ('person' in one ? [one.person] : [])),
  };
}

const countOf = ({ secrets = [], credentials = [], personal = [] }: Knowledge) =>
  [...secrets].length + [...credentials].length + [...personal].length;

interface Known<Values> {
  knowledge: Knowledge;
  values: Values;
}

interface Masking<Values, Result> {
  /** Everything in `values` that is shown goes through the masker. */
  mask(values: Values, masker: Masker): Result;
  /** What the values themselves make known. */
  learn?(values: Values): Knowledge;
  whenBusy: 'hide' | 'refuse';
}

/** Masks values with what somebody knows. */
export function maskingWork<Values, Result>(
  name: string,
  { mask, learn, whenBusy }: Masking<Values, Result>,
): HeavyWork<Known<Values>, Result> {
  const learned = ({ knowledge, values }: Known<Values>) =>
    learn ? { ...knowledge, ...learn(values) } : knowledge;
  return {
    name,
    run(known) {
      const { values } = known;
      const isShort = sizeOf(values, SHORT) <= SHORT;
      const knowledge = learned(known);
      return mask(values, createMasker(isShort ? narrowed(knowledge, values) : knowledge));
    },
    otherwise({ values }, why: NotDone) {
      if (why instanceof Refusal && whenBusy === 'refuse') throw why;
      return mask(values, hideEverything);
    },
    weigh(known, most) {
      const { knowledge, values } = known;
      const size = sizeOf(values, most);
      const isShort = size <= SHORT && sizeOf(knowledge.within ?? null, SHORT) <= SHORT;
      if (!isShort) return { input: known, size: size + sizeOf(knowledge, most) };
      const less = narrowed(knowledge, values);
      return { input: { knowledge: less, values }, size: size + COST_OF_VALUE * countOf(less) };
    },
  };
}
