import type { Message, MessagePart } from 'outstep/kernel/messages/message.ts';
import { render } from 'outstep/kernel/messages/render.ts';

/** Message templates of a language by code; none for English, which the server writes itself. */
type MessageTexts = Readonly<Record<string, string>>;

function isKnown(texts: MessageTexts, { code, params }: Message): boolean {
  const areKnown = (part: MessagePart): boolean => {
    if (typeof part !== 'object') return true;
    return 'code' in part ? isKnown(texts, part) : part.every(areKnown);
  };
  return Object.hasOwn(texts, code) && Object.values(params).every(areKnown);
}

/** A message in the reader's language; `null` if a newer server sent a code that is unknown to this page. */
export function translateMessage(
  texts: MessageTexts,
  sentences: SentenceTranslations,
  said: Message,
): string | null {
  if (said.code === 'stored_sentence') return translateSentence(sentences, String(said.params['text']));
  return isKnown(texts, said) ? render(texts, said) : null;
}

/**
 * Sentences without a code: those stored in history before codes existed, and those inside other messages. A
 * template such as `at most {max} characters` is matched by its shape; parameters are kept as they are,
 * except for those that are sentences themselves.
 */
export type SentenceTranslations = Readonly<Record<string, string>>;

/** Parameters that are sentences themselves. */
const INNER = new Set([
  ...['error', 'reason', 'what', 'why', 'parts', 'counts', 'first', 'next', 'permission', 'where', 'last'],
]);
/** None of our own sentences is longer, and longer ones from elsewhere are not worth searching. */
const MAX_LENGTH = 2000;
const HOLE = /\{(\w+)\}/g;

interface Template {
  pattern: RegExp;
  names: string[];
  translated: string;
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function templateOf([english, translated]: [string, string]): Template {
  const names = [...english.matchAll(HOLE)].map(([, name = '']) => name);
  const parts = english.split(/\{\w+\}/).map(literal);
  return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 's'), names, translated };
}

/** Templates with the most literal text come first, so that the closest match wins. */
const ownLength = (english: string) => english.replace(HOLE, '').length;
const byCloseness = ([a]: [string, string], [b]: [string, string]) => ownLength(b) - ownLength(a);

const compiled = new WeakMap<SentenceTranslations, Template[]>();

function templatesIn(sentences: SentenceTranslations): Template[] {
  let templates = compiled.get(sentences);
  if (!templates) {
    const withHoles = Object.entries(sentences).filter(([english]) => english.search(HOLE) >= 0);
    templates = withHoles.sort(byCloseness).map(templateOf);
    compiled.set(sentences, templates);
  }
  return templates;
}

/** Translates a sentence; returns it unchanged if `sentences` has no match (contract: The app 8). */
export function translateSentence(sentences: SentenceTranslations, sentence: string): string {
  const known = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
  if (known !== undefined || sentence.length > MAX_LENGTH) return known ?? sentence;
  for (const { pattern, names, translated } of templatesIn(sentences)) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const values = new Map(
      names.map((name, i) => {
        const value = found[i + 1] ?? '';
        return [name, INNER.has(name) ? translateSentence(sentences, value) : value];
      }),
    );
    return translated.replace(HOLE, (hole, name) => values.get(name) ?? hole);
  }
  return sentence;
}

/** The server's sentences start in lowercase, because a field name may precede them. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names of fields on the pages. */
type FieldNames = Readonly<Record<string, string>>;

/**
 * Replaces the first part of a path such as `bodyDesign.blocks[2].text` by its label; unchanged if it has
 * none.
 */
export function labelField(names: FieldNames, field: string): string {
  const [, top = '', rest = ''] = /^(\w+)\.?(.*)$/s.exec(field) ?? [];
  const name = Object.hasOwn(names, top) ? names[top] : undefined;
  if (name === undefined) return field;
  return rest ? `${name} (${rest})` : name;
}

/** Translates `name: required; url: not a valid address`, each field and reason separately. */
export const translateProblems = (
  sentences: SentenceTranslations,
  names: FieldNames,
  message: string,
): string =>
  message
    .split(/; (?=[A-Za-z_$][^:;]*: )/)
    .map((problem) => {
      const at = problem.indexOf(': ');
      return `${labelField(names, problem.slice(0, at))}: ${translateSentence(sentences, problem.slice(at + 2))}`;
    })
    .join('; ');
