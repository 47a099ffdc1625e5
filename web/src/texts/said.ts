import type { Message, MessagePart } from 'outstep/kernel/messages/message.ts';
import { render } from 'outstep/kernel/messages/render.ts';

/** The words of a language for messages, by their code; none for English, which the server says itself. */
type MessageTexts = Readonly<Record<string, string>>;

function isKnown(texts: MessageTexts, { code, params }: Message): boolean {
  const areKnown = (part: MessagePart): boolean => {
    if (typeof part !== 'object') return true;
    return 'code' in part ? isKnown(texts, part) : part.every(areKnown);
  };
  return Object.hasOwn(texts, code) && Object.values(params).every(areKnown);
}

/** A message in the reader's language; `null` where a newer server says what this page does not know. */
export function sayMessage(texts: MessageTexts, sentences: Sentences, said: Message): string | null {
  if (said.code === 'stored_sentence') return say(sentences, String(said.params['text']));
  return isKnown(texts, said) ? render(texts, said) : null;
}

/**
 * Sentences that come without a code: those that history stored before it kept codes, and those within other answers. A
 * sentence with its holes, `at most {max} characters`, is found by its shape; what stands in the holes goes over
 * unchanged, except for parts that are sentences themselves.
 */
export type Sentences = Readonly<Record<string, string>>;

/** Parts that are sentences again. */
const INNER = new Set([
  ...['error', 'reason', 'what', 'why', 'parts', 'counts', 'first', 'next', 'permission', 'where', 'last'],
]);
/** Nothing that we say is longer, and what others say is not worth the search. */
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

/** With the most words of its own first, so that the closest one is found. */
const ownLength = (english: string) => english.replace(HOLE, '').length;
const byCloseness = ([a]: [string, string], [b]: [string, string]) => ownLength(b) - ownLength(a);

const compiled = new WeakMap<Sentences, Template[]>();

function templatesIn(sentences: Sentences): Template[] {
  let templates = compiled.get(sentences);
  if (!templates) {
    const withHoles = Object.entries(sentences).filter(([english]) => english.search(HOLE) >= 0);
    templates = withHoles.sort(byCloseness).map(templateOf);
    compiled.set(sentences, templates);
  }
  return templates;
}

/** The sentence in the language of `sentences`; as it is where that has none (contract: The app 8). */
export function say(sentences: Sentences, sentence: string): string {
  const known = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined;
  if (known !== undefined || sentence.length > MAX_LENGTH) return known ?? sentence;
  for (const { pattern, names, translated } of templatesIn(sentences)) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const values = new Map(
      names.map((name, i) => {
        const value = found[i + 1] ?? '';
        return [name, INNER.has(name) ? say(sentences, value) : value];
      }),
    );
    return translated.replace(HOLE, (hole, name) => values.get(name) ?? hole);
  }
  return sentence;
}

/** The server's sentences begin in lower case, because a field may stand before them. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names of fields on the pages. */
type FieldNames = Readonly<Record<string, string>>;

/** `bodyDesign.blocks[2].text` by the name of `bodyDesign`, with the rest behind it; as it is where it has no name. */
export function sayField(names: FieldNames, field: string): string {
  const [, top = '', rest = ''] = /^(\w+)\.?(.*)$/s.exec(field) ?? [];
  const name = Object.hasOwn(names, top) ? names[top] : undefined;
  if (name === undefined) return field;
  return rest ? `${name} (${rest})` : name;
}

/** `name: required; url: not a valid address`, each field and reason by itself. */
export const sayProblems = (sentences: Sentences, names: FieldNames, message: string): string =>
  message
    .split(/; (?=[A-Za-z_$][^:;]*: )/)
    .map((problem) => {
      const at = problem.indexOf(': ');
      return `${sayField(names, problem.slice(0, at))}: ${say(sentences, problem.slice(at + 2))}`;
    })
    .join('; ');
