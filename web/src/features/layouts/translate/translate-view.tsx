import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TranslateProps } from './translate-board.tsx';

/** Loaded when a translation is opened. */
const TranslateBoard = lazy(async () => ({
  default: (await import('./translate-board.tsx')).TranslateBoard,
}));

/** Translates a language text by text, beside the main one. */
export function TranslateView(props: TranslateProps) {
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      <TranslateBoard {...props} />
    </Suspense>
  );
}
