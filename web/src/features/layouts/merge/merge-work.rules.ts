import {
  type CarryKey,
  type DesignConflict,
  mergeDesign,
} from 'outstep/features/rendering/design/merge-design.rules.ts';
import {
  mergeSingle,
  mergeValues,
  sameValue,
  type ThreeWay,
} from 'outstep/features/rendering/design/merge-values.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';

/** The content of a layout by language: `subject`, `previewText`, and `bodyDesign` or `body`. */
export type LayoutWork = Readonly<Record<string, JsonObject>>;

/** Conflicting changes in one language; `path` is relative to the language. */
export interface Conflict extends DesignConflict {
  locale: string;
}

export interface MergedWork {
  /** Undecided conflicts keep mine; a block or language removed by one side is kept. */
  state: LayoutWork;
  conflicts: Conflict[];
}

/** One side changed a language that the other removed: it is kept until the conflict is resolved. */
function removalConflict({ mine, theirs }: ThreeWay<JsonObject | undefined>): [JsonObject, DesignConflict] {
  return [(mine ?? theirs) as JsonObject, { path: [], key: [], mine, theirs }];
}

function mergeLanguage(three: ThreeWay<JsonObject>, carry: CarryKey): [JsonObject, DesignConflict[]] {
  const conflicts: DesignConflict[] = [];
  const { bodyDesign: base = {} } = three.base;
  const [mine, theirs] = [three.mine['bodyDesign'], three.theirs['bodyDesign']];
  if (!isPlainObject(base) || !isPlainObject(mine) || !isPlainObject(theirs)) {
    const state = mergeValues(three, (clash) => conflicts.push({ path: [], ...clash }));
    return [state as JsonObject, conflicts];
  }
  const without = ({ bodyDesign: _, ...lines }: JsonObject) => lines;
  const lines = mergeValues(
    { base: without(three.base), mine: without(three.mine), theirs: without(three.theirs) },
    (clash) => conflicts.push({ path: [], ...clash }),
  ) as JsonObject;
  const designs = { base, mine, theirs } as ThreeWay<JsonObject>;
  const merged = mergeDesign(designs, carry);
  const below = merged.conflicts.map((each) => ({ ...each, path: ['bodyDesign', ...each.path] }));
  return [{ ...lines, bodyDesign: merged.design }, [...conflicts, ...below]];
}

/**
 * Merges two versions of a layout by language, block and member (contract: The app 15). `carry` is called for
 * blocks of mine that become new objects.
 */
export function mergeWork(
  base: LayoutWork,
  mine: LayoutWork,
  theirs: LayoutWork,
  carry: CarryKey,
): MergedWork {
  const conflicts: Conflict[] = [];
  const locales = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const state = [...locales].flatMap((locale): [string, JsonObject][] => {
    const three = { base: base[locale], mine: mine[locale], theirs: theirs[locale] };
    const whose = mergeSingle<JsonObject | undefined>(three, sameValue);
    const own = whose && three[whose];
    const isInBoth = three.mine !== undefined && three.theirs !== undefined;
    if (whose === 'mine' || (whose && !isInBoth)) return own ? [[locale, own]] : [];
    const [language, found] = isInBoth
      ? mergeLanguage({ ...three, base: three.base ?? {} } as ThreeWay<JsonObject>, carry)
      : removalConflict(three);
    conflicts.push(...[found].flat().map((each) => ({ ...each, locale })));
    return [[locale, language]];
  });
  return { state: Object.fromEntries(state), conflicts };
}
