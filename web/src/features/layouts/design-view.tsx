import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import type { ViewProps } from './code-view.tsx';

/** Loaded when somebody edits a design. */
const DesignEditor = lazy(async () => ({ default: (await import('./design-editor.tsx')).DesignEditor }));

/** A design as the mail that it is. */
export function DesignView(props: ViewProps & { design: JsonObject; isMain: boolean }) {
  return (
    <Suspense fallback={<Skeleton height={620} />}>
      <DesignEditor {...props} />
    </Suspense>
  );
}
