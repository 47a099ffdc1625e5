import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

const load = () => import('./preset-in-mail.tsx');
const Head = lazy(async () => ({ default: (await load()).PresetHead }));
const Bar = lazy(async () => ({ default: (await load()).PresetSaveBar }));

/** Loaded when a preset is edited in an email, which few people do. */
export const LazyHead = (props: ComponentProps<typeof Head>) => (
  <Suspense fallback={<Skeleton height={84} />}>
    <Head {...props} />
  </Suspense>
);

export const LazySaveBar = (props: ComponentProps<typeof Bar>) => (
  <Suspense fallback={<Skeleton height={56} />}>
    <Bar {...props} />
  </Suspense>
);
