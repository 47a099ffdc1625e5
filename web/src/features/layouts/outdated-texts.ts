import type { Json, JsonObject } from '../../../../server/src/kernel/json.ts';
import type { Texts } from '../../texts/texts.tsx';
import type { Layout, Translation } from './queries.ts';

type Words = Texts['layouts']['outdated'];
type Content = Pick<Layout | Translation, 'subject' | 'previewText' | 'bodyDesign' | 'body'>;
type Step = string | number;

interface OutdatedText {
  /** As the server names it. */
  path: string;
  name: string;
  /** What the main language says there now. */
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
  const side = first === 'header' || first === 'footer' ? first : null;
  const places = side ? [words.inSide[side]] : [];
  let here = design;
  let field = '';
  for (const step of steps) {
    here = memberOf(here, step);
    if (typeof step === 'number') places.push(placeOf(field, step + 1, here, words));
    else field = step;
  }
  const place = places.reduce((outer, inner) => words.within(inner, outer));
  return capital(words.of(wordOf(words.fields, field) ?? field, place));
}

function nameOf(steps: readonly Step[], main: Content, words: Words): string {
  const [root, ...below] = steps;
  if (root === 'subject' || root === 'previewText' || root === 'body') return words[root];
  return nameInDesign(below, main.bodyDesign, words);
}

/** Without its formatting; `null` for HTML of one's own, which says nothing beside a name. */
function nowAt(steps: readonly Step[], main: Content): string | null {
  if (steps.at(-1) === 'body') return null;
  const value = steps.reduce<Json | undefined>(memberOf, main as JsonObject);
  if (typeof value !== 'string') return null;
  const text =
    steps.at(-1) === 'html' ? value.replace(/<[^>]*>|&nbsp;/g, ' ').replaceAll('&amp;', '&') : value;
  return text.replace(/\s+/g, ' ').trim() || null;
}

/** What is outdated in a language, in words. */
export const outdatedTexts = (stale: readonly string[], main: Content, words: Words): OutdatedText[] =>
  stale.map((path) => {
    const steps = stepsOf(path);
    return { path, name: nameOf(steps, main, words), now: nowAt(steps, main) };
  });

/** Says of all outdated texts of a language that they still hold. The subject is always needed. */
export const stillRight = ({ stale, subject }: Pick<Translation, 'stale' | 'subject'>): JsonObject => ({
  subject,
  done: stale,
});
