import type { Message } from '../../../kernel/messages/message.ts';
import { createLiquidEngine } from './liquid-engine.rules.ts';
import { pathText } from './liquid-names.rules.ts';
import { reasonOf } from './liquid-text-error.rules.ts';
import { parseLiquid, pathsOf, toLiquidTextError } from './parse-liquid.rules.ts';

const engine = createLiquidEngine();

/** What a text needs from outside, wherever in it and whether or not it is reached. */
export type UsesOfLiquid = { secrets: string[]; variables: string[] } | { reason: Message };

/** Untrusted text: call it only where it can be killed. */
export function usesOfLiquid(text: string): UsesOfLiquid {
  try {
    const { templates, secrets } = parseLiquid(engine, text);
    return { secrets, variables: [...new Set(pathsOf(engine, templates).map(pathText))] };
  } catch (error) {
    return { reason: reasonOf(toLiquidTextError(error, text), text) };
  }
}
