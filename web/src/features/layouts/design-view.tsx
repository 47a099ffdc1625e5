import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import type { PresetInMail } from '../presets/in-mail/use-preset-in-mail.ts';
import type { ViewProps } from './code-view.tsx';

/** Loaded when somebody edits a design. */
const DesignEditor = lazy(async () => ({ default: (await import('./design-editor.tsx')).DesignEditor }));

export interface DesignViewProps extends ViewProps {
  design: JsonObject;
  isMain: boolean;
  /** A preset that is edited in the mail. */
  inner: PresetInMail | null;
}

/** A design as the mail that it is. */
export function DesignView(props: DesignViewProps) {
  return (
    <Suspense fallback={<Skeleton height={620} />}>
      <DesignEditor {...props} />
    </Suspense>
  );
}
