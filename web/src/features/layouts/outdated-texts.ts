import type { Json, JsonObject } from '../../../../server/src/kernel/json.ts';
import type { Texts } from '../../texts/texts.tsx';
import type { Layout, Translation } from './queries.ts';

type Words = Texts['layouts']['outdated'];
type Content = Pick<Layout | Translation, 'subject' | 'previewText' | 'bodyDesign' | 'body'>;
type Step = string | number;

interface OutdatedText {
  /** Of the first of its places, as the server names it. */
  path: string;
  name: string;
  /** What the main language says there now, where that is a short text. */
  now: string | null;
}

const STEP = /\[(\d+)\]|[^.[\]]+/g;
const stepsOf = (path: string): Step[] =>
  [...path.matchAll(STEP)].map(([key, index]) => (index === undefined ? key : Number(index)));

/** Of an object or a list. */
const memberOf = (value: Json | undefined, step: Step): Json | undefined =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as JsonObject)[step]
    : undefined;

const wordOf = (words: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  typeof key === 'string' && Object.hasOwn(words, key) ? words[key] : undefined;

/** One entry of a list in a design: `block 3 (Heading)`, `column 1`, `entry 2`. */
function placeOf(list: string, number: number, value: Json | undefined, words: Words): string {
  if (list === 'columns') return words.column(number);
  if (list !== 'blocks' && list !== 'else') return words.entry(number);
  const kind = wordOf(words.kinds, memberOf(value, 'type'));
  const about = [kind, list === 'else' ? words.otherwise : undefined].filter(Boolean).join(', ');
  return about ? words.block(number, about) : words.blockAlone(number);
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function nameInDesign(steps: readonly Step[], design: Json | undefined, words: Words): string {
  const [first] = steps;
  if (first === undefined) return words.design;
  if (first === 'global') return words.look;
  const side = first === 'header' || first === 'footer' ? first : null;
  if (side && steps.length === 1) return words.sides[side];
  const places = side ? [words.inSide[side]] : [];
  let here = design;
  let field = '';
  for (const [index, step] of steps.entries()) {
    here = memberOf(here, step);
    if (typeof step === 'number') places.push(placeOf(field, step + 1, here, words));
    field = typeof step === 'number' || (side && index === 0) ? '' : step;
  }
  if (places.length === 0) return field === 'blocks' ? words.blocks : words.design;
  const place = places.reduce((outer, inner) => words.within(inner, outer));
  return capital(field ? words.of(wordOf(words.fields, field) ?? words.settings, place) : place);
}

function nameOf(steps: readonly Step[], main: Content, words: Words): string {
  const [root, ...below] = steps;
  if (root === 'subject' || root === 'previewText' || root === 'body') return words[root];
  return nameInDesign(below, main.bodyDesign, words);
}

/** What a merchant reads or clicks; ids, colours and HTML of one's own say nothing beside a name. */
const readable = new Set<Step | undefined>(
  'subject previewText text html label value code alt url href filename'.split(' '),
);

/** Without its formatting. */
function nowAt(steps: readonly Step[], main: Content): string | null {
  if (!readable.has(steps.at(-1))) return null;
  const value = steps.reduce<Json | undefined>(memberOf, main as JsonObject);
  if (typeof value !== 'string') return null;
  const text =
    steps.at(-1) === 'html' ? value.replace(/<[^>]*>|&nbsp;/g, ' ').replaceAll('&amp;', '&') : value;
  return text.replace(/\s+/g, ' ').trim() || null;
}

/** What is outdated in a language, in words; places with the same name are one. */
export function outdatedTexts(stale: readonly string[], main: Content, words: Words): OutdatedText[] {
  const found = new Map<string, OutdatedText>();
  for (const path of stale) {
    const steps = stepsOf(path);
    const name = nameOf(steps, main, words);
    if (!found.has(name)) found.set(name, { path, name, now: nowAt(steps, main) });
  }
  return [...found.values()];
}

/** The outdated texts of a language as they are: what is sent is up to date. The subject is always needed. */
export function outdatedFields({ stale, subject, previewText, bodyDesign, body }: Translation): JsonObject {
  const roots = new Set(stale.map((path) => stepsOf(path)[0]));
  return {
    subject,
    ...(roots.has('previewText') && { previewText }),
    ...(roots.has('bodyDesign') && bodyDesign && { bodyDesign }),
    ...(roots.has('body') && body !== undefined && { body }),
  };
}
