import type { Refusal } from './error.ts';

/** Why there is no result: it took too long, needed too much memory, or its turn did not come. */
export type OffloadFailure = 'slow' | 'memory' | Refusal;

/**
 * A pure function whose time depends on what a store has sent or been sent. Little of it is done at once; a lot of it in
 * a process that can be killed, so that nobody else waits for it (ADR 33). Input and result travel as JSON.
 */
export interface OffloadedTask<Input, Result> {
  readonly name: string;
  run(input: Input): Result;
  /** What to say if it was not done; it may throw a refusal. */
  otherwise(input: Input, why: OffloadFailure): Result;
  /** The size of the input by default. Parts that are certainly not needed may be excluded. */
  weigh?(input: Input, most: number): { input: Input; size: number };
}

/** Does it on behalf of one store. */
export type RunOffloaded = <Input, Result>(
  work: OffloadedTask<Input, Result>,
  input: Input,
) => Promise<Result>;

/** Anything costs at least as much as some characters. */
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
