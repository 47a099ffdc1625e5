/**
 * The server says its sentences in English, over REST and here. A sentence with its holes, `at most {max} characters`,
 * is the code by which another language has its own; what stands in the holes goes over unchanged, except for parts
 * that are sentences themselves.
 */
export type Sentences = Readonly<Record<string, string>>;

/** Parts that are sentences again. */
const INNER = new Set(['error', 'reason', 'what', 'why', 'parts']);
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

/** The sentence in the language of `sentences`; as it is where that has none. */
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

/** `name: required; url: not a valid address`, each reason by itself. */
export const sayProblems = (sentences: Sentences, message: string): string =>
  message
    .split(/; (?=[A-Za-z_$][^:;]*: )/)
    .map((problem) => {
      const at = problem.indexOf(': ');
      return `${problem.slice(0, at)}: ${say(sentences, problem.slice(at + 2))}`;
    })
    .join('; ');
