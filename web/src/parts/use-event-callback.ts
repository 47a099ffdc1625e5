import { type RefObject, useCallback, useRef } from 'react';

/** A ref to the latest value, for callbacks that are created once and called later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** A stable function that always runs the latest callback, for memoized components. */
export function useEventCallback<Given extends unknown[], Result>(act: (...given: Given) => Result) {
  const latest = useLatest(act);
  return useCallback((...given: Given) => latest.current(...given), [latest]);
}
