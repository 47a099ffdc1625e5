import { lazy, Suspense } from 'react';
import type { ChecksProps } from './checks.tsx';

/** Loaded after the email, so that it does not delay it. */
const Checks = lazy(async () => ({ default: (await import('./checks.tsx')).Checks }));

export const LazyChecks = (props: ChecksProps) => (
  <Suspense fallback={null}>
    <Checks {...props} />
  </Suspense>
);
