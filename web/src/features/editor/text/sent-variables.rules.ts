import type { SentVariable } from 'outstep/features/layouts/sent-variables/sent-variables.rules.ts';
import { partsOf } from './chips.rules.ts';
import type { Loop } from './scope.rules.ts';

/** What recent steps reveal about a variable; `kind` is `null` if only the layout uses it. */
export type KnownVariable = Omit<SentVariable, 'kind'> & { kind: SentVariable['kind'] | null };

/** The variables sent by recent steps. */
export interface SentVariables {
  /** How many steps were examined. */
  count: number;
  /**
   * No step has used this layout yet, so the variables come from other layouts and might not apply to this
   * one.
   */
  fromOtherLayouts: boolean;
  /** Whether there are more variables than loaded. */
  isCut: boolean;
  variables: ReadonlyMap<string, KnownVariable>;
}

export const noSentVariables: SentVariables = {
  count: 0,
  fromOtherLayouts: false,
  isCut: false,
  variables: new Map(),
};

/**
 * The path outside of loops: in a loop over `variables.lines`, `item.title` is `variables.lines[0].title`.
 */
export function outerPath(path: string, loops: readonly Loop[]): string {
  let outer = path;
  for (const { as, source } of loops.toReversed())
    if (outer === as || outer.startsWith(`${as}.`) || outer.startsWith(`${as}[`))
      outer = `${source.trim()}[0]${outer.slice(as.length)}`;
  return outer;
}

/**
 * Normalizes `lines[2].title` and `lines.first.title` to the first entry, and removes `size`, which every
 * list and text has.
 */
const plain = (path: string) =>
  path
    .replace(/\[\d+\]/g, '[0]')
    .replace(/\.(?:first|last)(?=\.|$)/g, '[0]')
    .replace(/\.size$/, '');

export interface ChipMark {
  /** `never`: no recent step sent it. `seldom`: at least a third of them didn't. */
  kind: 'never' | 'seldom';
  sentBy: number;
  count: number;
}

const HAS_DEFAULT = /(?:^|\|)\s*default\s*:/;

/** The note on a chip; `null` if most steps send the variable, it has a default, or its use is unknown. */
export function markOf(code: string, loops: readonly Loop[], sent: SentVariables): ChipMark | null {
  const { count, variables, isCut, fromOtherLayouts } = sent;
  const parts = partsOf(code);
  if (!parts || count === 0 || fromOtherLayouts || HAS_DEFAULT.test(parts.filters)) return null;
  const path = outerPath(parts.path, loops);
  if (!path.startsWith('variables.')) return null;
  const known = variables.get(path) ?? variables.get(plain(path));
  if (!known && isCut) return null;
  const sentBy = known?.sentBy ?? 0;
  if (sentBy === 0) return { kind: 'never', sentBy, count };
  return (count - sentBy) * 3 >= count ? { kind: 'seldom', sentBy, count } : null;
}

/** Removes everything that could end the string, or the Liquid, early. */
const quoted = (text: string) => `"${text.replace(/["{}%\n]/g, '').slice(0, 200)}"`;

/** Adds a default before all other filters, so that they apply to it too. */
export const withDefault = (filters: string, text: string): string =>
  [`default: ${quoted(text)}`, filters.trim()].filter((part) => part !== '').join(' | ');

/** Whether the entries of a list have the fields that a table of ordered articles needs. */
export const areOrderLines = (path: string, { variables }: SentVariables): boolean =>
  variables.has(`${path}[0].title`) &&
  (variables.has(`${path}[0].price`) || variables.has(`${path}[0].quantity`));
