import { useMemo, useState } from 'react';
import { looksOther } from '../../../../server/src/features/rendering/design/design-texts.rules.ts';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import type { Layout } from './queries.ts';

/**
 * Whether a save of the main language changes blocks or looks, so that the other languages can follow, and whether they
 * shall: they do, unless somebody says otherwise for this layout.
 */
export function useFollow(layout: Layout, isMain: boolean, design: JsonObject | null) {
  const [isWanted, setIsWanted] = useState(true);
  const saved = layout.bodyDesign;
  const others = layout.languages.length - 1;
  const canReach = useMemo(
    () => isMain && others > 0 && saved !== undefined && design !== null && looksOther(saved, design),
    [isMain, others, saved, design],
  );
  return { others, canReach, reaches: canReach && isWanted, isWanted, setIsWanted };
}
