import type { Json, JsonObject } from '../../../kernel/json.ts';
import { type Message, type MessagePart, textOf } from '../../../kernel/messages/message.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { OpenVault, SealContext } from '../../../kernel/ports.ts';
import { credentialMembers, isCredentialName } from '../masking/credential-names.rules.ts';
import { type NameContext, NO_NAME_CONTEXT, personalMembers } from '../masking/personal-members.rules.ts';
import { type PersonalHint, personalHintOf } from '../masking/personal-names.rules.ts';

/**
 * How many words of an execution are indexed, 32 in all: of its run, variables, step and workflow when it is
 * accepted, of the subject once it is rendered, and of the error it ends with
 * (contract: History and stats 15).
 */
export const MAX_INDEXED_WORDS = { step: 16, subject: 8, error: 8 } as const;

/** A separate key, so that hashes of history words never equal those of another table. */
const MAC_PLACE: SealContext = { table: 'execution_words', name: 'word' };

const MAX_TEXT = 2_000;
/** Letters and digits, joined by the single punctuation marks that occur in numbers and IDs. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*/gu;
/** Text around an at sign that belongs to the address: spaces, and the quotes of a local part. */
const AROUND_AT = /(?:"[^"]{0,64}"|\s{1,4})?@\s{0,4}/g;
/** Addresses and masks. They are not searchable, so that what they hide cannot be guessed. */
const HIDDEN = /[@*]|%40|\[secret:/;
const MOST_PARTS = 4;
const SHORTEST_PART = 3;

interface TextWords {
  words: string[];
  /** Whether part of the text is an address or a mask, which yields no words. */
  hasHidden: boolean;
}

function wordsIn(text: string): TextWords {
  // Converted via upper case, because that expands ß to SS and ligatures to their letters.
  const plain = text.slice(0, MAX_TEXT).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
  const pieces = plain.replace(AROUND_AT, '@').split(/\s+/);
  if (text.length > MAX_TEXT) pieces.pop();
  const words: string[] = [];
  let hasHidden = false;
  for (const piece of pieces) {
    if (HIDDEN.test(piece)) hasHidden = true;
    else words.push(...(piece.match(WORD) ?? []).filter((word) => word.length > 1 || /\p{N}/u.test(word)));
  }
  return { words: [...new Set(words)], hasHidden };
}

/**
 * The parts of `ord-1001` that a person may search for alone. A UUID has too many parts. Numbers without
 * letters are not split, because they could be an unrecognized personal number, which could then be guessed
 * part by part.
 */
function partsOf(word: string): string[] {
  const parts = word.split(/[-_.]/);
  return parts.length === 1 || parts.length > MOST_PARTS || !/\p{L}/u.test(word)
    ? []
    : parts.filter((part) => part.length >= SHORTEST_PART);
}

/** The words to index for text as history shows it. */
export const indexedWords = (text: string): string[] => [
  ...new Set(wordsIn(text).words.flatMap((word) => [word, ...partsOf(word)])),
];

/** The words that an execution must all have; `null` if this text can't match any execution. */
export function searchedWords(q: string): string[] | null {
  const { words, hasHidden } = wordsIn(q);
  return hasHidden || words.length === 0 ? null : words;
}

/** The words of an accepted execution, from its texts as history shows them. */
export function wordsOfStep(
  { runId, stepId, workflow }: Record<'runId' | 'stepId' | 'workflow', string | null>,
  ofVariables: readonly string[],
): string[] {
  const named = [stepId, workflow].flatMap((text) => indexedWords(text ?? ''));
  return [...new Set([...indexedWords(runId ?? ''), ...ofVariables, ...named])].slice(
    0,
    MAX_INDEXED_WORDS.step,
  );
}

/** The words of a subject as history shows it. */
export const wordsOfSubject = (subject: string) => indexedWords(subject).slice(0, MAX_INDEXED_WORDS.subject);

function textsIn(part: MessagePart): string[] {
  if (typeof part !== 'object') return [String(part)];
  return 'code' in part ? Object.values(part.params).flatMap(textsIn) : part.flatMap(textsIn);
}

/** The words of an error. The words that distinguish it from other errors of its kind come first. */
export const wordsOfError = (error: Message | null): string[] =>
  error === null
    ? []
    : indexedWords([...textsIn(error), textOf(error)].join(' ')).slice(0, MAX_INDEXED_WORDS.error);

/** 64 bits are enough to distinguish a store's words, and fit in a number column. */
export const wordMacs = (vault: OpenVault, words: readonly string[]): string[] =>
  words.map((word) => vault.mac(MAC_PLACE, word).readBigInt64BE().toString());

/** Adds the hashed words of its error to an outcome. */
export const withErrorWords = <T extends { error: Message | null }>(vault: OpenVault, outcome: T) =>
  outcome.error === null ? outcome : { ...outcome, words: wordMacs(vault, wordsOfError(outcome.error)) };

const MOST_TEXTS = 8;
const MOST_MEMBERS = 500;
const MAX_ID = 100;
/** Longer names are not parsed, because parsing takes time. */
const MAX_NAME = 48;
const IDENTIFYING = /(?:^|_)(?:id|number|sku)$/;
const ORDER = /(?:^|_)(?:order|fulfillment|return|refund|invoice|shipment|subscription)s?$/;
/** Identifiers that grant access, can be redeemed, or concern someone's health. */
const CONFIDENTIAL =
  /(?:^|_)(?:patient|medical(?:_record)?|mrn|reset|recovery|activation|verification|invit(?:e|ation)|magic_link|gift_?card|voucher)_(?:id|number)$/;

const snakeCase = (name: string) =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toLowerCase();

/** `name` (the hint `who`) may be a thing's name, and members inside an address need not be part of it. */
const isPersonal = (hint: PersonalHint) => hint !== null && hint !== 'who' && hint !== 'address';

/**
 * Matches `id`, `number` and `sku`, alone or at the end of a name, and the name of an order or similar
 * object. Excludes names of personal data and credentials (contract: History and stats 16).
 */
function isIdentifying(name: string, parent: string): boolean {
  const own = snakeCase(name);
  const above = snakeCase(parent);
  if (own === 'name') return ORDER.test(above);
  if (ORDER.test(own.replace(/_name$/, '')) && own.endsWith('_name')) return true;
  if (!IDENTIFYING.test(own) || CONFIDENTIAL.test(`${above}_${own}`)) return false;
  const names = [own.replace(/_(?:id|number)$/, ''), ...(above === '' ? [] : [`${above}_${own}`])];
  return !names.some((each) => personalHintOf(each) !== null || isCredentialName(each));
}

/** Phone, card and account numbers are written as groups of digits. */
const GROUPED = /^[\d().+/-]+(?:\s+[\d().+/-]+)+$/;

function identifierOf(value: Json): string | null {
  const text = (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '').trim();
  if (text === '' || text.length > MAX_ID || GROUPED.test(text)) return null;
  return wordsIn(text).hasHidden ? null : text;
}

interface VariablesNode {
  value: Json;
  parent: string;
  context: NameContext;
}

/**
 * Members of an object that masking would not hide, each with the context from its own name and its siblings'
 * names.
 */
function shownMembers(value: JsonObject, context: NameContext, most: number): [string, Json, NameContext][] {
  const names = Object.keys(value)
    .slice(0, most)
    .filter((name) => name.length <= MAX_NAME);
  const members = names.map((name) => {
    const inner = value[name];
    return { name, text: typeof inner === 'string' ? inner : null };
  });
  const contexts = personalMembers(members, context);
  const credentials = credentialMembers(members);
  return names.flatMap((name, i): [string, Json, NameContext][] => {
    const own = contexts[i] as NameContext;
    return credentials[i] || isPersonal(own.kind) ? [] : [[name, value[name] as Json, own]];
  });
}

/**
 * Scalar variables that identify what a step is about, outermost first. Names are judged as in masking,
 * including those of parents and siblings.
 */
export function identifyingTexts(variables: JsonObject): string[] {
  const texts = new Set<string>();
  let level: VariablesNode[] = [{ value: variables, parent: '', context: NO_NAME_CONTEXT }];
  let left = MOST_MEMBERS;
  while (level.length > 0) {
    const next: VariablesNode[] = [];
    for (const { value, parent, context } of level) {
      if (left <= 0) return [...texts];
      if (Array.isArray(value)) {
        for (const item of value.slice(0, left))
          if (typeof item === 'object') next.push({ value: item, parent, context });
        left -= value.length;
      } else if (isPlainObject(value)) {
        for (const [name, inner, own] of shownMembers(value as JsonObject, context, left)) {
          if (typeof inner === 'object') next.push({ value: inner, parent: name, context: own });
          else if (own.kind !== 'address' && isIdentifying(name, parent)) {
            const text = identifierOf(inner);
            if (text !== null) texts.add(text);
          }
          if (texts.size === MOST_TEXTS) return [...texts];
        }
        left -= Object.keys(value).length;
      }
    }
    level = next;
  }
  return [...texts];
}
