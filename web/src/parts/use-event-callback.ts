import { type RefObject, useCallback, useRef } from 'react';

/** What was given last, for those that were made once and are called later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** The same function for as long as it is shown, which does what the newest one does: for parts that are drawn rarely. */
export function useEventCallback<Given extends unknown[], Result>(act: (...given: Given) => Result) {
  const latest = useLatest(act);
  return useCallback((...given: Given) => latest.current(...given), [latest]);
}
