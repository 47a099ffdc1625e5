import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import type { Texts } from '../../../texts/texts.tsx';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import type { LanguageTexts } from '../session/layout-work.rules.ts';

export type OutdatedTextLabels = Texts['layouts']['outdated'];
type PathSegment = string | number;

/** The member of an object or list. */
const memberOf = (value: Json | undefined, step: PathSegment): Json | undefined =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as JsonObject)[step]
    : undefined;

const wordOf = (words: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  typeof key === 'string' && Object.hasOwn(words, key) ? words[key] : undefined;

/** Names an entry of a list in a design: `block 3 (Heading)`, `column 1`, `entry 2`. */
function placeOf(list: string, number: number, value: Json | undefined, words: OutdatedTextLabels): string {
  if (list === 'columns') return words.column(number);
  if (list !== 'blocks' && list !== 'else') return words.entry(number);
  const kind = wordOf(words.kinds, memberOf(value, 'type'));
  const about = [kind, list === 'else' ? words.otherwise : undefined].filter(Boolean).join(', ');
  return about ? words.block(number, about) : words.blockAlone(number);
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Describes a position in a design, and returns the last member of the path. */
function placeIn(steps: readonly PathSegment[], design: Json | undefined, words: OutdatedTextLabels) {
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
  const [outermost = '', ...inside] = places;
  return { field, place: inside.reduce((outer, inner) => words.within(inner, outer), outermost) };
}

function nameInDesign(
  steps: readonly PathSegment[],
  design: Json | undefined,
  words: OutdatedTextLabels,
): string {
  const { field, place } = placeIn(steps, design, words);
  return capital(words.of(wordOf(words.fields, field) ?? field, place));
}

/** Names a block, entry or side of a design, or its global styles. */
export function partName(path: string, { bodyDesign }: LanguageTexts, words: OutdatedTextLabels): string {
  const [, ...steps] = stepsOf(path);
  const [first] = steps;
  if (first === 'global') return words.wholeMail;
  if (steps.length === 1 && (first === 'header' || first === 'footer')) return words.sides[first];
  return capital(placeIn(steps, bodyDesign, words).place);
}

export function textName(path: string, main: LanguageTexts, words: OutdatedTextLabels): string {
  const [root, ...below] = stepsOf(path);
  if (root === 'subject' || root === 'previewText' || root === 'body') return words[root];
  return nameInDesign(below, main.bodyDesign, words);
}

/** The text without its formatting; `null` for custom HTML, which would not help beside a name. */
export function shownText(path: string, main: LanguageTexts): string | null {
  const steps = stepsOf(path);
  if (steps.at(-1) === 'body') return null;
  const value = steps.reduce<Json | undefined>(memberOf, { ...main } as JsonObject);
  if (typeof value !== 'string') return null;
  const text =
    steps.at(-1) === 'html' ? value.replace(/<[^>]*>|&nbsp;/g, ' ').replaceAll('&amp;', '&') : value;
  return text.replace(/\s+/g, ' ').trim() || null;
}

interface NamedDifference {
  path: string;
  how: 'added' | 'missing' | 'look';
}

/** Describes where a language differs from the main one. */
export const differenceNames = (
  differences: readonly NamedDifference[],
  { main, own }: { main: LanguageTexts; own: LanguageTexts },
  words: OutdatedTextLabels,
  how: Texts['layouts']['different']['how'],
): string[] =>
  differences.map((each) => how[each.how](partName(each.path, each.how === 'missing' ? main : own, words)));
