import { useCallback } from 'react';
import { useLatest } from './use-latest.ts';

/** The same function for as long as it is shown, which does what the newest one does: for parts that are drawn rarely. */
export function useEventCallback<Given extends unknown[], Result>(act: (...given: Given) => Result) {
  const latest = useLatest(act);
  return useCallback((...given: Given) => latest.current(...given), [latest]);
}
