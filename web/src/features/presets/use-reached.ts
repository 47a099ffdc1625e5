import { useMemo } from 'react';
import { useReach } from '../../parts/reach/use-reach.ts';
import { type PresetReach, reachIn } from './reach.rules.ts';

/** What a change of one language of a preset reaches, as far as it is known. */
export function useReached(presetId: string, locale: string) {
  const found = useReach<PresetReach>(`/presets/${presetId}/reach`, { limit: 100 });
  return useMemo(() => found && reachIn(found, locale), [found, locale]);
}
