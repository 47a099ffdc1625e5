import { lazy, Suspense } from 'react';
import type { ChecksProps } from './checks.tsx';

/** Comes after the email is there: nobody waits for it. */
const Checks = lazy(async () => ({ default: (await import('./checks.tsx')).Checks }));

export const LazyChecks = (props: ChecksProps) => (
  <Suspense fallback={null}>
    <Checks {...props} />
  </Suspense>
);
