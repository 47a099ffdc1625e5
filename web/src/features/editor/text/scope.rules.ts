import type { JsonObject } from 'outstep/kernel/json.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { valueAt } from '../model/patches.rules.ts';

/** `variables.lines[0].title` step by step. */
export const stepsOf = (path: string): (string | number)[] =>
  path.split(/[.[\]]+/).flatMap((step) => (step === '' ? [] : [/^\d+$/.test(step) ? Number(step) : step]));

/** What names stand for in a text: `variables`, and in a loop what one of its entries is called. */
export type Scope = Readonly<JsonObject>;

export interface Loop {
  as: string;
  source: string;
  block: JsonObject;
}

/** The loops around a block, from the outermost in. */
export function loopsAround(entries: readonly BlockEntry[], key: string): Loop[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const found: Loop[] = [];
  const visit = (at: string | null) => {
    const entry = at === null ? undefined : byKey.get(at);
    if (!entry) return;
    const { source, as } = entry.block;
    if (entry.type === 'loop' && typeof source === 'string')
      found.unshift({ as: typeof as === 'string' ? as : 'item', source, block: entry.block });
    visit(entry.parent);
  };
  visit(byKey.get(key)?.parent ?? null);
  return found;
}

/** Samples by name; of each loop the first entry, as the email begins with it. */
export function scopeIn(loops: readonly Loop[], variables: JsonObject): Scope {
  let scope: Scope = { variables };
  for (const { as, source } of loops) {
    const list = valueAt(scope, stepsOf(source.trim()));
    scope = { ...scope, [as]: (Array.isArray(list) ? list[0] : undefined) ?? null };
  }
  return scope;
}

/** Rewrites Liquid for use outside of loops: filled in for the first entry of each loop. */
export const textInLoops = (loops: readonly Loop[], code: string): string =>
  loops.map(({ as, source }) => `{% for ${as} in ${source} limit: 1 %}`).join('') +
  code +
  '{% endfor %}'.repeat(loops.length);
