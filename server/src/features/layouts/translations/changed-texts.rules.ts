import type { JsonObject } from '../../../kernel/json.ts';
import { type DesignNode, partsOf } from '../../rendering/design/design-parts.rules.ts';
import { matchLanguages, matchParts } from '../../rendering/design/match-blocks.rules.ts';
import { nameInDesign, textMembers } from '../content/stale.rules.ts';

/** The design of a translation before a write and after it, and that of the main language. */
interface Designs {
  before: JsonObject;
  after: JsonObject;
  main: JsonObject;
}

/** A missing text counts as empty. */
const textOf = (part: DesignNode | undefined, member: string) => part?.leaves.get(member) ?? '';

/**
 * Texts of the main language, by name, whose translation a write changed. The translation's blocks are compared with
 * what they were themselves, so that a block put between others does not make those seem changed.
 */
export function changedInDesign(designs: Designs): ReadonlySet<string> {
  const [before, after, main] = [partsOf(designs.before), partsOf(designs.after), partsOf(designs.main)];
  const [own, once, old] = [
    ...[matchLanguages(after, main), matchLanguages(before, main)],
    matchParts(before, after),
  ] as const;
  const changed = new Set<string>();
  for (const part of main) {
    const now = own.get(part);
    const was = now ? old.get(now) : once.get(part);
    for (const member of textMembers(part))
      if ((now && !was) || textOf(now, member) !== textOf(was, member))
        changed.add(nameInDesign(part, member));
  }
  return changed;
}
