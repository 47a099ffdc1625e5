import { useCallback, useRef } from 'react';

/** The same function for as long as it is shown, which does what the newest one does: for parts that are drawn rarely. */
export function useSteady<Given extends unknown[], Result>(act: (...given: Given) => Result) {
  const latest = useRef(act);
  latest.current = act;
  return useCallback((...given: Given) => latest.current(...given), []);
}
