import type { JsonObject } from 'outstep/kernel/json.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { valueAt } from '../model/patches.rules.ts';

/** Splits `variables.lines[0].title` into its steps. */
export const stepsOf = (path: string): (string | number)[] =>
  path.split(/[.[\]]+/).flatMap((step) => (step === '' ? [] : [/^\d+$/.test(step) ? Number(step) : step]));

/** The values of names in a text: `variables`, and the entry names of the surrounding loops. */
export type Scope = Readonly<JsonObject>;

export interface Loop {
  as: string;
  source: string;
  block: JsonObject;
}

/** The loops around a block, outermost first. */
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

/** Sample values by name; each loop contributes its first entry, as in the first iteration. */
export function scopeIn(loops: readonly Loop[], variables: JsonObject): Scope {
  let scope: Scope = { variables };
  for (const { as, source } of loops) {
    const list = valueAt(scope, stepsOf(source.trim()));
    scope = { ...scope, [as]: (Array.isArray(list) ? list[0] : undefined) ?? null };
  }
  return scope;
}

/** Wraps Liquid in its loops, limited to the first entry of each, so that it can be rendered on its own. */
export const textInLoops = (loops: readonly Loop[], code: string): string =>
  loops.map(({ as, source }) => `{% for ${as} in ${source} limit: 1 %}`).join('') +
  code +
  '{% endfor %}'.repeat(loops.length);
