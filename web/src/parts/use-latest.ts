import { type RefObject, useRef } from 'react';

/** What was given last, for those that were made once and are called later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
