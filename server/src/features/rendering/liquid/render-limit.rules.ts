import { message } from '../../../kernel/messages/message.ts';
import { LiquidTextError } from './liquid-text-error.rules.ts';

/** The time limit for rendering one text, in milliseconds of its job's clock (contract: Layouts 19). */
export const MAX_RENDER_MS = 600;

/**
 * Stops a text that has used up its time. The engine calls this between tags with the current time. A thread
 * never uses more CPU time than wall-clock time, so its own clock, which is slower to read, is not read
 * before the limit has passed.
 */
export function limitTime(clock: () => number): (now: number) => void {
  const began = clock();
  let lookAt = performance.now() + MAX_RENDER_MS;
  return (now) => {
    if (now < lookAt) return;
    const left = MAX_RENDER_MS - (clock() - began);
    if (left < 0) throw new LiquidTextError(message('rendering_too_slow'));
    lookAt = now + left;
  };
}
