import { anyCase } from './automaton.rules.ts';
import { edgeOfCodes, edgesOf, LEAST_EDGE } from './encodings.rules.ts';
import type { KnownValue } from './known-values.rules.ts';

/**
 * How a value may occur in a text: readable, in an encoding such as base64, or both; 0 if it definitely does
 * not occur.
 */
export const READABLE_FORM = 1;
export const ENCODED_FORM = 2;
const ANY_FORM = READABLE_FORM | ENCODED_FORM;

const foldedAt = (text: string, at: number) => anyCase[text.charCodeAt(at)] as number;

/** The packed number of the four characters that end here, given that of the previous position. */
const next = (edge: number, text: string, at: number) => (edge << 8) ^ foldedAt(text, at);

const edgeOf = (text: string) =>
  edgeOfCodes(foldedAt(text, 0), foldedAt(text, 1), foldedAt(text, 2), foldedAt(text, 3));

const isAt = (text: string, from: number, part: string) => {
  for (let i = 0; i < part.length; i++) if (foldedAt(text, from + i) !== foldedAt(part, i)) return false;
  return true;
};

/** A hash slot for each edge, which rules out most text; few values need few slots. */
const slotBitsFor = (values: number) => (values <= 2 ? 11 : values <= 16 ? 13 : 15);

/** After this many comparisons for the same four characters, every value with them counts as possible. */
const MOST_COMPARED = 256;

/** The value is possible if a text contains this part. */
interface ValueHint {
  index: number;
  how: number;
  /**
   * `null` if the four characters are the whole part. Collisions beyond ASCII occasionally cost a matcher but
   * miss nothing.
   */
  part: string | null;
  /** The next hint with the same edge. */
  next: ValueHint | null;
  /** The length of the list from here on. */
  count: number;
}

export interface PossibleValues {
  /** For each value, how it may occur in any of these views, whole or in pieces. */
  inAny(readings: Iterable<string>): Uint8Array;
}

/**
 * Determines which of many values a search needs: preparing it for a value costs far more than this check. A
 * value is found by its start or end, plain or in each encoding, so four characters of one of these must
 * occur.
 */
export function possibleValues(values: readonly KnownValue[]): PossibleValues {
  /** Values that only a full search can decide. */
  const unsure = new Uint8Array(values.length);
  const byEdge = new Map<number, ValueHint>();
  const shift = 32 - slotBitsFor(values.length);
  const slots = new Uint8Array(1 << (32 - shift));
  const slotOf = (edge: number) => Math.imul(edge, 0x9e3779b1) >>> shift;
  const add = (edge: number, index: number, how: number, part: string | null) => {
    const others = byEdge.get(edge) ?? null;
    byEdge.set(edge, { index, how, part, next: others, count: 1 + (others?.count ?? 0) });
    slots[slotOf(edge)] = 1;
  };
  values.forEach((known, index) => {
    const edges = edgesOf(known);
    if (edges === null) {
      unsure[index] = ANY_FORM;
      return;
    }
    for (const part of edges.plain) add(edgeOf(part), index, READABLE_FORM, part);
    for (const edge of edges.codes) add(edge, index, ENCODED_FORM, null);
  });

  function note(text: string, possible: Uint8Array, visits: Map<number, number>) {
    let edge = 0;
    for (let at = 0; at < text.length; at++) {
      edge = next(edge, text, at);
      if (slots[slotOf(edge)] === 0 || at < LEAST_EDGE - 1) continue;
      const first = byEdge.get(edge);
      if (first === undefined) continue;
      const visited = visits.get(edge) ?? 0;
      if (visited >= MOST_COMPARED) continue;
      const isOften = visited + first.count >= MOST_COMPARED;
      visits.set(edge, visited + first.count);
      for (let hint: ValueHint | null = first; hint !== null; hint = hint.next)
        if (isOften || hint.part === null || isAt(text, at + 1 - LEAST_EDGE, hint.part))
          possible[hint.index] = (possible[hint.index] as number) | hint.how;
    }
  }

  return {
    inAny(readings) {
      const possible = unsure.slice();
      const visits = new Map<number, number>();
      if (byEdge.size > 0) for (const text of readings) note(text, possible, visits);
      return possible;
    },
  };
}
