import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import type { Entry } from '../model/blocks.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import { chipsIn, partsOf, stepsOf } from './chips.rules.ts';

/** What names stand for in a text: `variables`, and in a loop what one of its entries is called. */
export type Scope = Readonly<JsonObject>;

export interface Loop {
  as: string;
  source: string;
  block: JsonObject;
}

/** The loops around a block, from the outermost in. */
export function loopsAround(entries: readonly Entry[], key: string): Loop[] {
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

/** Samples by name; of each loop the first entry, as the mail begins with it. */
export function scopeIn(loops: readonly Loop[], variables: JsonObject): Scope {
  let scope: Scope = { variables };
  for (const { as, source } of loops) {
    const list = valueAt(scope, stepsOf(source.trim()));
    scope = { ...scope, [as]: (Array.isArray(list) ? list[0] : undefined) ?? null };
  }
  return scope;
}

/** Texts are untrusted and may be long; what is used is in the first of them. */
const MOST_USED = 50;

/** Fields of an entry that the blocks of its loop use already, whether or not there is a sample of one. */
export function fieldsUsed({ as, block }: Loop): string[] {
  const found = new Set<string>();
  const visit = (value: Json | undefined) => {
    if (found.size >= MOST_USED) return;
    if (typeof value === 'string') {
      if (!value.includes('{{')) return;
      for (const { code } of chipsIn(value)) {
        const path = partsOf(code)?.path ?? '';
        if (path.startsWith(`${as}.`)) found.add(path);
      }
    } else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) visit(inner);
  };
  visit(block);
  return [...found];
}
