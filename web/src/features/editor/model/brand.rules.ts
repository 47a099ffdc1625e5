import { brandedGlobal } from 'outstep/features/layouts/starter-designs/with-brand.rules.ts';
import type { Brand } from 'outstep/features/library/settings/brand.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import type { DesignChange } from './history.rules.ts';

const isSame = (one: JsonObject, other: JsonObject) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/**
 * Applies the brand to the global styles in one step; `null` if they match it already. Blocks are unchanged.
 */
export function applyBrand(design: JsonObject, brand: Brand): DesignChange | null {
  const before = design['global'];
  const global = isPlainObject(before) ? (before as JsonObject) : {};
  const value = brandedGlobal(global, brand);
  return isSame(global, value)
    ? null
    : { label: 'brand', patches: [{ kind: 'put', path: ['global'], value }] };
}
