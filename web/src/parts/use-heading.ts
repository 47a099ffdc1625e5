import { useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** The path of the last heading; the first page of a visit leaves the focus to the browser. */
let lastPath: string | null = null;
/** Whether the unmounted heading had the focus, because a page replaces its heading while loading. */
let wasFocused = false;

/** For a page's heading: focuses it after navigation from another page. */
export function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  // The resolved address, not the pending one: while a page is loading, the previous one is still there.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useLayoutEffect(() => {
    const element = heading.current;
    if (wasFocused) element?.focus();
    wasFocused = false;
    return () => {
      wasFocused = element !== null && document.activeElement === element;
    };
  }, []);
  useEffect(() => {
    if (path === undefined) return;
    if (lastPath !== null && lastPath !== path) heading.current?.focus();
    lastPath = path;
  }, [path]);
  return heading;
}
