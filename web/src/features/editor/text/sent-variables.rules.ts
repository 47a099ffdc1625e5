import type { SentVariable } from 'outstep/features/layouts/sent-variables/sent-variables.rules.ts';
import { partsOf } from './chips.rules.ts';
import type { Loop } from './scope.rules.ts';

/** What is known of a variable from recent steps; of one that only the layout knows, how many sent it. */
export type KnownVariable = Omit<SentVariable, 'kind'> & { kind: SentVariable['kind'] | null };

/** What recent steps sent. */
export interface SentVariables {
  /** How many steps were looked through. */
  count: number;
  /** No step has used this layout yet: what others sent may not be what this one gets. */
  fromOtherLayouts: boolean;
  /** Whether there is more than is known here. */
  isCut: boolean;
  variables: ReadonlyMap<string, KnownVariable>;
}

export const noSentVariables: SentVariables = {
  count: 0,
  fromOtherLayouts: false,
  isCut: false,
  variables: new Map(),
};

/** `item.title` in a loop over `variables.lines` as it is called outside: `variables.lines[0].title`. */
export function outerPath(path: string, loops: readonly Loop[]): string {
  let outer = path;
  for (const { as, source } of loops.toReversed())
    if (outer === as || outer.startsWith(`${as}.`) || outer.startsWith(`${as}[`))
      outer = `${source.trim()}[0]${outer.slice(as.length)}`;
  return outer;
}

/** `lines[2].title` and `lines.first.title` are fields of an entry; every list and text has a size. */
const plain = (path: string) =>
  path
    .replace(/\[\d+\]/g, '[0]')
    .replace(/\.(?:first|last)(?=\.|$)/g, '[0]')
    .replace(/\.size$/, '');

export interface ChipMark {
  /** No recent step sent it, or a third of them did not. */
  kind: 'never' | 'seldom';
  sentBy: number;
  count: number;
}

const HAS_DEFAULT = /(?:^|\|)\s*default\s*:/;

/** The note on a chip; `null` where it is filled in mostly, has a default, or nothing is known. */
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

/** Nothing that ends the text, or the Liquid, early. */
const quoted = (text: string) => `"${text.replace(/["{}%\n]/g, '').slice(0, 200)}"`;

/** The filters with a default before all others, which then work on it too. */
export const withDefault = (filters: string, text: string): string =>
  [`default: ${quoted(text)}`, filters.trim()].filter((part) => part !== '').join(' | ');

/** Whether the entries of a list are what a table of ordered articles shows. */
export const areOrderLines = (path: string, { variables }: SentVariables): boolean =>
  variables.has(`${path}[0].title`) &&
  (variables.has(`${path}[0].price`) || variables.has(`${path}[0].quantity`));
