import { brandedGlobal } from '../../../../../server/src/features/layouts/starter-designs/with-brand.rules.ts';
import type { Brand } from '../../../../../server/src/features/library/settings/brand.rules.ts';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { isPlainObject } from '../../../../../server/src/kernel/plain-object.ts';
import type { Change } from './history.rules.ts';

const isSame = (one: JsonObject, other: JsonObject) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Lays the brand over the look of the whole mail, in one step; `null` where it has it already. Blocks stay as they are. */
export function applyBrand(design: JsonObject, brand: Brand): Change | null {
  const before = design['global'];
  const global = isPlainObject(before) ? (before as JsonObject) : {};
  const value = brandedGlobal(global, brand);
  return isSame(global, value)
    ? null
    : { label: 'brand', patches: [{ kind: 'put', path: ['global'], value }] };
}
