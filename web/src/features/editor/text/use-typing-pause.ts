import { useEffect, useRef } from 'react';
import { useLatest } from '../../../parts/use-latest.ts';

/** Half of what is being written, such as an open `{{`, is not an error before typing pauses for this long. */
const REST_MS = 2000;

/** Tells whether somebody is in the midst of writing a text: just now, or choosing what comes next. */
export function useTypingPause(value: string, isChoosing: boolean, tell: (isResting: boolean) => void) {
  const latest = useLatest(tell);
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is what begins the rest anew
  useEffect(() => {
    isBegun.current ||= isChoosing;
    if (!isBegun.current) {
      // As it was opened.
      isBegun.current = true;
      return;
    }
    latest.current(false);
    if (isChoosing) return;
    const timer = setTimeout(() => latest.current(true), REST_MS);
    return () => clearTimeout(timer);
  }, [value, isChoosing, latest]);
  useEffect(() => () => latest.current(true), [latest]);
}
