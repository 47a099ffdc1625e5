import { useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Where the last heading stood; the first page of a visit leaves the focus where the browser puts it. */
let lastPath: string | null = null;
/** Whether the heading that has just gone had the focus: one page shows another while it is loading. */
let wasFocused = false;

/** For the heading of a page: it takes the focus after navigating from another page. */
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
