import type { OperationError } from './error.ts';

/** Why there is no result: it took too long, needed too much memory, or waited too long for its turn. */
export type OffloadFailure = 'slow' | 'memory' | OperationError;

/**
 * A pure function whose running time depends on data that a store sends or receives. Small inputs run inline;
 * large ones run in a process that can be killed, so that no other store waits for them (ADR 33). Input and
 * result are passed as JSON.
 */
export interface OffloadedTask<Input, Result> {
  readonly name: string;
  run(input: Input): Result;
  /** The result if it was not run; may throw an `OperationError`. */
  otherwise(input: Input, why: OffloadFailure): Result;
  /** Overrides the default size of the input. Parts that are definitely not needed may be excluded. */
  weigh?(input: Input, most: number): { input: Input; size: number };
}

/** Runs a task on behalf of one store. */
export type RunOffloaded = <Input, Result>(
  work: OffloadedTask<Input, Result>,
  input: Input,
) => Promise<Result>;

/** The minimum size of any value, in characters. */
const LEAST = 16;

/** The size of the input in characters; counting stops past `most`. */
export function sizeOf(value: unknown, most: number): number {
  let size = 0;
  const waiting = [value];
  while (waiting.length > 0 && size <= most) {
    const next = waiting.pop();
    size += LEAST;
    if (typeof next === 'string') size += next.length;
    else if (ArrayBuffer.isView(next)) size += next.byteLength;
    else if (Array.isArray(next))
      for (let i = 0; i < next.length && size + i <= most; i++) waiting.push(next[i]);
    else if (typeof next === 'object' && next !== null)
      for (const name in next) {
        size += name.length;
        if (size > most) break;
        waiting.push((next as Record<string, unknown>)[name]);
      }
  }
  return size;
}
