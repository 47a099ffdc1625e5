import type { Json } from '../../src/kernel/json.ts';

/**
 * How the corpus is labeled: personal data is enclosed in ⟦ and ⟧, everything else is harmless. ⟦#123⟧ is a
 * number. All people, addresses and numbers are invented; phone numbers come from ranges reserved for fiction
 * where a country has one.
 */
export interface Payload {
  from: string;
  data: Json;
}

/** The values known to an execution besides the text: its variables and recipients. */
export interface ExecutionText {
  knows: Json;
  texts: readonly string[];
}

const MARKED = /⟦([^⟧]*)⟧/g;
const NUMBER = /^⟦#(-?[\d.]+)⟧$/;

export const personalIn = (text: string): string[] =>
  [...text.matchAll(MARKED)].map((match) => (match[1] as string).replace(/^#/, ''));

export const unmarked = (text: string): string => text.replace(MARKED, '$1');

export function unmarkedTree(value: Json): Json {
  if (typeof value === 'string') {
    const number = NUMBER.exec(value);
    return number ? Number(number[1]) : unmarked(value);
  }
  if (Array.isArray(value)) return value.map(unmarkedTree);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unmarkedTree(inner)]));
}

export interface Leaf {
  path: string;
  value: string | number;
  personal: string[];
}

export function leavesOf(value: Json, path = '$'): Leaf[] {
  if (typeof value === 'string')
    return [{ path, value: unmarkedTree(value) as string | number, personal: personalIn(value) }];
  if (typeof value === 'number') return [{ path, value, personal: [] }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
}
