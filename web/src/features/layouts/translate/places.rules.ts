import { partsOf } from 'outstep/features/rendering/design/design-parts.rules.ts';
import { differsBeyondTexts } from 'outstep/features/rendering/design/design-texts.rules.ts';
import { matchLanguages } from 'outstep/features/rendering/design/match-blocks.rules.ts';
import type { PropertyPath } from 'outstep/kernel/fields.ts';
import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import type { LanguageTexts } from '../session/layout-work.rules.ts';
import type { WorkRow } from './content.ts';

/**
 * Number of the innermost block around a field of the language, such as `bodyDesign.blocks[0].html`; `null`
 * if there is none.
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

const keyOf = (path: JsonPath) => path.join('\0');

/**
 * Maps texts of the main language to their places in the work on another one. Uses the server's mapping while
 * blocks are unchanged, and matches again otherwise.
 */
export function targetPathsOf(
  rows: readonly WorkRow[],
  { main, saved, design }: { main: LanguageTexts; saved: LanguageTexts; design: JsonObject | null },
): ReadonlyMap<string, JsonPath> {
  const asSaved = () => rows.flatMap(({ path, at }) => (at === null ? [] : [[path, stepsOf(at)] as const]));
  if (!design || !saved.bodyDesign || !differsBeyondTexts(saved.bodyDesign, design))
    return new Map(asSaved());
  const parts = partsOf(main.bodyDesign ?? {});
  const matched = matchLanguages(partsOf(design), parts);
  const byPath = new Map(parts.map((part) => [keyOf(part.path), matched.get(part)?.path]));
  return new Map(
    rows.flatMap(({ path }): [string, JsonPath][] => {
      const [field, ...steps] = stepsOf(path);
      if (field !== 'bodyDesign') return [[path, [String(field)]]];
      const own = byPath.get(keyOf(steps.slice(0, -1)));
      return own ? [[path, ['bodyDesign', ...own, String(steps.at(-1))]]] : [];
    }),
  );
}
