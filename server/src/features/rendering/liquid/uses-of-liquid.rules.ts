import type { Message } from '../../../kernel/messages/message.ts';
import { createLiquidEngine } from './liquid-engine.rules.ts';
import { pathText } from './liquid-names.rules.ts';
import { reasonOf } from './liquid-text-error.rules.ts';
import { parseLiquid, pathsOf, toLiquidTextError } from './parse-liquid.rules.ts';

const engine = createLiquidEngine();

/** The secrets and variables that a text uses anywhere, even in code that is never reached. */
export type FoundLiquidUses = { secrets: string[]; variables: string[] } | { reason: Message };

/** The text is untrusted, so call it only in a process that can be killed. */
export function findLiquidUses(text: string): FoundLiquidUses {
  try {
    const { templates, secrets } = parseLiquid(engine, text);
    return { secrets, variables: [...new Set(pathsOf(engine, templates).map(pathText))] };
  } catch (error) {
    return { reason: reasonOf(toLiquidTextError(error, text), text) };
  }
}
