import { createLiquidEngine } from './liquid-engine.rules.ts';
import { reasonOf } from './liquid-fault.rules.ts';
import { pathText } from './liquid-path.rules.ts';
import { faultOfParsing, parseLiquid, pathsOf } from './parse-liquid.rules.ts';

const engine = createLiquidEngine();

/** What a text needs from outside, wherever in it and whether or not it is reached. */
export type UsesOfLiquid = { secrets: string[]; variables: string[] } | { reason: string };

/** Untrusted text: call it only where it can be killed. */
export function usesOfLiquid(text: string): UsesOfLiquid {
  try {
    const { templates, secrets } = parseLiquid(engine, text);
    return { secrets, variables: [...new Set(pathsOf(engine, templates).map(pathText))] };
  } catch (error) {
    return { reason: reasonOf(faultOfParsing(error, text), text) };
  }
}
