import { message } from '../../../kernel/messages/message.ts';
import { LiquidTextError } from './liquid-text-error.rules.ts';

/** Milliseconds that rendering one text may take, by the clock of its job (contract: Layouts 19). */
export const MAX_RENDER_MS = 600;

/**
 * Ends a text that has used up its time. The engine asks between tags and says what time it is. A thread never uses
 * more CPU time than passes, so its own clock, which takes longer to read, is left alone until then.
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
