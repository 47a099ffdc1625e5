import { anyCase } from './automaton.rules.ts';
import { edgeOfCodes, edgesOf, LEAST_EDGE } from './encodings.rules.ts';
import type { KnownValue } from './known-values.rules.ts';

/**
 * How a value may be in a text: as it reads, under a code such as base64, or either; 0 if it is certainly not there.
 */
export const READABLE_FORM = 1;
export const ENCODED_FORM = 2;
const ANY_FORM = READABLE_FORM | ENCODED_FORM;

const foldedAt = (text: string, at: number) => anyCase[text.charCodeAt(at)] as number;

/** The number of the four characters that end here; `edge` is that of those that end before. */
const next = (edge: number, text: string, at: number) => (edge << 8) ^ foldedAt(text, at);

const edgeOf = (text: string) =>
  edgeOfCodes(foldedAt(text, 0), foldedAt(text, 1), foldedAt(text, 2), foldedAt(text, 3));

const isAt = (text: string, from: number, part: string) => {
  for (let i = 0; i < part.length; i++) if (foldedAt(text, from + i) !== foldedAt(part, i)) return false;
  return true;
};

/** A slot for each edge, to tell most texts by; few values need few. */
const slotBitsFor = (values: number) => (values <= 2 ? 11 : values <= 16 ? 13 : 15);

/** After so many comparisons at the same four characters, whatever begins with them may be there. */
const MOST_COMPARED = 256;

/** Where a text has this part, the value may be. */
interface ValueHint {
  index: number;
  how: number;
  /** `null` if its four characters are all of it; beyond ASCII that costs a matcher at times, and loses nothing. */
  part: string | null;
  /** Another one with the same edge. */
  next: ValueHint | null;
  /** How many there are from it on. */
  count: number;
}

export interface PossibleValues {
  /** For each value, how it may be in one of these readings, whole or in pieces. */
  inAny(readings: Iterable<string>): Uint8Array;
}

/**
 * Which of many values a search has to know: making it ready for a value costs far more than asking here. A value is
 * found by how it begins or ends, plain and in each code, so that four characters of each of these must be there.
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
