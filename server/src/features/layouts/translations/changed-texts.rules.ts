import { fieldName } from '../../../kernel/fields.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type DesignNode, partsOf } from '../../rendering/design/design-parts.rules.ts';
import { matchLanguages, matchParts } from '../../rendering/design/match-blocks.rules.ts';
import { sameButDefaults } from '../../rendering/liquid/default-strings.rules.ts';
import { nameInDesign, textMembers } from '../content/stale.rules.ts';

/** The design of a translation before and after a write, and the design of the main language. */
interface Designs {
  before: JsonObject;
  after: JsonObject;
  main: JsonObject;
}

/** A missing text counts as empty. */
const textOf = (part: DesignNode | undefined, member: string) => part?.leaves.get(member) ?? '';

/** Which part of a text a write changed: its words, or only the defaults of its Liquid outputs. */
export type TextChange = 'words' | 'defaults';

export const changeBetween = (was: unknown, is: unknown): TextChange | null =>
  was === is ? null : sameButDefaults(String(was), String(is)) ? 'defaults' : 'words';

/** Paths of the main language's parts that a translation also has. */
export function matchedPartPaths(own: JsonObject, main: JsonObject): ReadonlySet<string> {
  const parts = partsOf(main);
  const matched = matchLanguages(partsOf(own), parts);
  return new Set(parts.filter((part) => matched.has(part)).map(({ path }) => fieldName(path)));
}

/**
 * Names of main-language texts whose translation a write changed. The translation's blocks are compared with
 * their own previous state, so that inserting a block does not make its neighbors appear changed.
 */
export function changedInDesign(designs: Designs): ReadonlyMap<string, TextChange> {
  const [before, after, main] = [partsOf(designs.before), partsOf(designs.after), partsOf(designs.main)];
  const [own, once, old] = [
    ...[matchLanguages(after, main), matchLanguages(before, main)],
    matchParts(before, after),
  ] as const;
  const changed = new Map<string, TextChange>();
  for (const part of main) {
    const now = own.get(part);
    const was = now ? old.get(now) : once.get(part);
    for (const member of textMembers(part)) {
      const change = now && !was ? 'words' : changeBetween(textOf(was, member), textOf(now, member));
      if (change) changed.set(nameInDesign(part, member), change);
    }
  }
  return changed;
}
