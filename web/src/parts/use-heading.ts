import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Where the last heading stood; the first page of a visit leaves the focus where the browser puts it. */
let lastPath: string | null = null;

/** For the heading of a page: it takes the focus when one came here from another page. */
export function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  // The resolved address, not the pending one: while a page is loading, the previous one is still there.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (path === undefined) return;
    if (lastPath !== null && lastPath !== path) heading.current?.focus();
    lastPath = path;
  }, [path]);
  return heading;
}
