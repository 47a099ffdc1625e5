import { anyCase } from './automaton.rules.ts';
import { edgesOf, LEAST_EDGE } from './encodings.rules.ts';
import { readingsOf } from './readings.rules.ts';

const foldedAt = (text: string, at: number) => anyCase[text.charCodeAt(at)] as number;

/** One number for a few characters; others may have the same, which costs a search and loses nothing. */
function edgeAt(text: string, at: number): number {
  let edge = 0;
  for (let i = at; i < at + LEAST_EDGE; i++) edge = (Math.imul(edge, 65_599) + foldedAt(text, i)) | 0;
  return edge;
}

/** How a value begins and ends in any encoding; `null` if only a search can tell. */
export type ValueEdges = Int32Array | null;

export function valueEdgesOf(value: string): ValueEdges {
  const edges = edgesOf(value);
  if (edges === null) return null;
  const { starts, ends } = edges;
  const numbers = new Int32Array(starts.length + ends.length);
  starts.forEach((text, i) => {
    numbers[i] = edgeAt(text, 0);
  });
  ends.forEach((text, i) => {
    numbers[starts.length + i] = edgeAt(text, text.length - LEAST_EDGE);
  });
  return numbers;
}

export interface PossibleValues {
  /** Whether the value may be in the texts, in any encoding, whole or in pieces. A `false` is certain. */
  has(value: ValueEdges): boolean;
  /** One more text. */
  add(text: string): void;
}

/**
 * Which of many values a search through a few short texts has to know: making it ready for a value costs far more than
 * asking here.
 */
export function possibleValuesIn(texts: Iterable<string>): PossibleValues {
  const seen = new Set<number>();
  const add = (text: string) => {
    for (const reading of readingsOf(text))
      for (let at = 0; at + LEAST_EDGE <= reading.text.length; at++) seen.add(edgeAt(reading.text, at));
  };
  for (const text of texts) add(text);
  return { add, has: (value) => value === null || value.some((edge) => seen.has(edge)) };
}
