import { OperationError } from '../../../kernel/error.ts';
import type { Json } from '../../../kernel/json.ts';
import { type OffloadedTask, type OffloadFailure, sizeOf } from '../../../kernel/offloaded-task.ts';
import {
  type KnownValue,
  knownCredentials,
  knownPersonal,
  knownSecrets,
  type PersonalValue,
} from '../masking/known-values.rules.ts';
import { MASK } from '../masking/mask.rules.ts';
import { NO_OWN_TEXTS } from '../masking/own-texts.rules.ts';
import { type PossibleValues, possibleValues } from '../masking/possible-values.rules.ts';
import { isObject } from '../masking/tree.rules.ts';
import { createMasker, type Masker, type SensitiveValues } from './masking.rules.ts';
import { credentialsInVariables, personalValuesOf } from './personal-tree.rules.ts';
import { createDecodedViews, type ViewsOfText } from './text-masker.rules.ts';

const hidden = (value: Json): Json => (Array.isArray(value) ? [] : isObject(value) ? {} : MASK);

/** Hides everything, because a value that could not be scanned may contain anything. */
const hideEverything: Masker = {
  text: () => ({ value: MASK, truncated: true }),
  url: () => ({ value: MASK, truncated: true }),
  headers: () => ({ value: {}, truncated: true }),
  tree: (value) => ({ value: hidden(value), truncated: true }),
  reference: () => MASK,
};

/** Text up to this length is checked for each known value before a full search is built. */
const SHORT = 8192;
/** The cost of searching for one value, in characters to scan. */
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

/** The sensitive value that a searched value is derived from. */
type ValueOrigin = { secret: readonly [string, string] } | { credential: string } | { person: PersonalValue };

interface PreparedSearch {
  origins: ValueOrigin[];
  /** The searched values of all origins, each with its index in `origins`. */
  values: { origin: number; mask: string | undefined }[];
  possible: PossibleValues;
  people: readonly PersonalValue[];
}

const peopleIn = ({ personal = [], within = null }: SensitiveValues): PersonalValue[] => [
  ...personal,
  ...personalValuesOf(within),
];

/** Cached, because the messages of an email are masked one after another with the same sensitive values. */
const remembered = new WeakMap<SensitiveValues, PreparedSearch>();

function preparedOf(knowledge: SensitiveValues): PreparedSearch {
  const before = remembered.get(knowledge);
  if (before !== undefined) return before;
  const { secrets = [], credentials = [], within = null } = knowledge;
  const people = peopleIn(knowledge);
  const all: [ValueOrigin, KnownValue[]][] = [];
  for (const secret of secrets) all.push([{ secret }, knownSecrets([secret])]);
  for (const credential of [...credentials, ...credentialsInVariables(within)])
    all.push([{ credential }, knownCredentials([credential])]);
  for (const person of people) all.push([{ person }, knownPersonal([person])]);
  const prepared = {
    origins: all.map(([origin]) => origin),
    values: all.flatMap(([, known], origin) => known.map(({ mask }) => ({ origin, mask }))),
    possible: possibleValues(all.flatMap(([, known]) => known)),
    people,
  };
  remembered.set(knowledge, prepared);
  return prepared;
}

/** The sensitive values that may occur in these values, or in the masks that then replace them. */
function narrowed(knowledge: SensitiveValues, shown: unknown, readingsIn: ViewsOfText): SensitiveValues {
  const { origins, values, possible } = preparedOf(knowledge);
  const { own = NO_OWN_TEXTS } = knowledge;
  if (values.length === 0) return { own };
  const kept = new Set<number>();
  const masks = new Set<string>();
  let texts: Iterable<string> | null = stringsIn(shown);
  while (texts !== null) {
    const possibly = possible.inAny(readTexts(texts, readingsIn));
    const added = new Set<string>();
    values.forEach(({ origin, mask }, i) => {
      if (possibly[i] === 0) return;
      kept.add(origin);
      if (mask !== undefined && !masks.has(mask)) added.add(mask);
    });
    for (const mask of added) masks.add(mask);
    texts = added.size > 0 ? [...added] : null;
  }
  const left = origins.filter((_, i) => kept.has(i));
  return {
    own,
    secrets: left.flatMap((one) => ('secret' in one ? [one.secret] : [])),
    credentials: left.flatMap((one) => ('credential' in one ? [one.credential] : [])),
    personal: left.flatMap((one) => ('person' in one ? [one.person] : [])),
  };
}

function* readTexts(texts: Iterable<string>, readingsIn: ViewsOfText): Generator<string> {
  for (const text of texts) for (const reading of readingsIn(text)) yield reading.text;
}

const countOf = ({ secrets = [], credentials = [], personal = [] }: SensitiveValues) =>
  [...secrets].length + [...credentials].length + [...personal].length;

interface MaskingInput<Values> {
  knowledge: SensitiveValues;
  values: Values;
  /** All known personal values, if `knowledge` was reduced to those that may occur. */
  people?: readonly PersonalValue[];
}

interface MaskingTask<Values, Result> {
  /** Everything in `values` that is shown goes through the masker. */
  mask(values: Values, masker: Masker, people: readonly PersonalValue[]): Result;
  /** Whether `mask` needs the people; otherwise they are not sent along with the values. */
  needsPeople?: boolean;
  /** Credentials found in the values themselves. */
  learn?(values: Values): Iterable<string>;
  /** The part of the values to show, if not all. */
  shown?(values: Values): unknown;
  whenBusy: 'hide' | 'refuse';
}

/** An offloaded task that masks values, given the sensitive values of an execution. */
export function maskingWork<Values, Result>(
  name: string,
  { mask, needsPeople = false, learn, shown = (values) => values, whenBusy }: MaskingTask<Values, Result>,
): OffloadedTask<MaskingInput<Values>, Result> {
  /** Decoded views created by `weigh`, reused by `run`. */
  const read = new WeakMap<MaskingInput<Values>, ViewsOfText>();
  return {
    name,
    run(known) {
      const { knowledge, values } = known;
      const credentials = [...(knowledge.credentials ?? []), ...(learn?.(values) ?? [])];
      if (!needsPeople || known.people)
        return mask(values, createMasker({ ...knowledge, credentials }, read.get(known)), known.people ?? []);
      const people = peopleIn(knowledge);
      credentials.push(...credentialsInVariables(knowledge.within ?? null));
      // The variables have already been searched, so `within` is cleared.
      const all = { ...knowledge, credentials, personal: people, within: null };
      return mask(values, createMasker(all, read.get(known)), people);
    },
    otherwise({ values }, why: OffloadFailure) {
      if (why instanceof OperationError && whenBusy === 'refuse') throw why;
      return mask(values, hideEverything, []);
    },
    weigh(known, most) {
      const { knowledge, values } = known;
      const size = sizeOf(values, most);
      const isShort = size <= SHORT && sizeOf(knowledge.within ?? null, SHORT) <= SHORT;
      if (!isShort) return { input: known, size: size + sizeOf(knowledge, most) };
      const readingsIn = createDecodedViews();
      const less = narrowed(knowledge, shown(values), readingsIn);
      const input = { knowledge: less, values, ...(needsPeople && { people: preparedOf(knowledge).people }) };
      read.set(input, readingsIn);
      return { input, size: size + sizeOf(less.own, most) + COST_OF_VALUE * countOf(less) };
    },
  };
}
