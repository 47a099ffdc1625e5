import { anyCase } from './automaton.rules.ts';
import { type Edges, edgesOf, LEAST_EDGE } from './encodings.rules.ts';
import type { KnownValue } from './known-values.rules.ts';

/** How a value may be in a text: as it reads, under a code such as base64, or either; 0 if it is certainly not there. */
export const AS_IT_READS = 1;
export const CODED = 2;
const ANYHOW = AS_IT_READS | CODED;

const foldedAt = (text: string, at: number) => anyCase[text.charCodeAt(at)];

/** One number for four characters; beyond ASCII others may have the same, which costs a matcher and loses nothing. */
const next = (edge: number, text: string, at: number) => (edge << 8) ^ (foldedAt(text, at) as number);

function edgeOf(text: string): number {
  let edge = 0;
  for (let i = 0; i < LEAST_EDGE; i++) edge = next(edge, text, i);
  return edge;
}

const isAt = (text: string, from: number, part: string) => {
  for (let i = 0; i < part.length; i++) if (foldedAt(text, from + i) !== foldedAt(part, i)) return false;
  return true;
};

/** A slot for each edge, to tell most texts by; few values need few. */
const slotBitsFor = (values: number) => (values <= 16 ? 11 : 15);

/** After so many comparisons at the same four characters, whatever begins with them may be there. */
const MOST_COMPARED = 256;

/** Where a text has this part, the value may be. */
interface Hint {
  index: number;
  how: number;
  part: string;
}

const hintsOf = ({ plain, codes }: Edges, index: number): Hint[] => [
  ...plain.map((part) => ({ index, how: AS_IT_READS, part })),
  ...codes.map((part) => ({ index, how: CODED, part })),
];

export interface PossibleValues {
  /** For each value, how it may be in one of these readings, whole or in pieces. */
  inAny(readings: Iterable<string>): Uint8Array;
}

/**
 * Which of many values a search has to know: making it ready for a value costs far more than asking here. A value is
 * found by how it begins or ends, plain and in each code, so that four characters of each of these must be there.
 */
export function possibleValues(values: readonly KnownValue[]): PossibleValues {
  /** Of these only a search can tell. */
  const unsure = new Uint8Array(values.length);
  const byEdge = new Map<number, Hint[]>();
  const shift = 32 - slotBitsFor(values.length);
  const slots = new Uint8Array(1 << (32 - shift));
  const slotOf = (edge: number) => Math.imul(edge, 0x9e3779b1) >>> shift;
  values.forEach((known, index) => {
    const edges = edgesOf(known);
    if (edges === null) {
      unsure[index] = ANYHOW;
      return;
    }
    for (const hint of hintsOf(edges, index)) {
      const edge = edgeOf(hint.part);
      const others = byEdge.get(edge);
      if (others === undefined) byEdge.set(edge, [hint]);
      else others.push(hint);
      slots[slotOf(edge)] = 1;
    }
  });

  function note(text: string, possible: Uint8Array, visits: Map<number, number>) {
    let edge = 0;
    for (let at = 0; at < text.length; at++) {
      edge = next(edge, text, at);
      if (slots[slotOf(edge)] === 0 || at < LEAST_EDGE - 1) continue;
      const hints = byEdge.get(edge);
      if (hints === undefined) continue;
      const visited = visits.get(edge) ?? 0;
      if (visited >= MOST_COMPARED) continue;
      const isOften = visited + hints.length >= MOST_COMPARED;
      visits.set(edge, visited + hints.length);
      for (const { index, how, part } of hints)
        if (isOften || isAt(text, at + 1 - LEAST_EDGE, part))
          possible[index] = (possible[index] as number) | how;
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
