import type { PropertyPath } from 'outstep/kernel/fields.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';

/**
 * Number of the innermost block that a field of the language is in, as `bodyDesign.blocks[0].html`; `null` without
 * one.
 */
export function blockAt(places: readonly PropertyPath[], field: string): number | null {
  const [body, ...path] = stepsOf(field);
  if (body !== 'bodyDesign') return null;
  const isAround = (place: PropertyPath) =>
    place.length < path.length && place.every((step, i) => String(step) === String(path[i]));
  const around = places.flatMap((place, number) =>
    isAround(place) ? [{ number, depth: place.length }] : [],
  );
  return around.sort((one, other) => other.depth - one.depth)[0]?.number ?? null;
}
