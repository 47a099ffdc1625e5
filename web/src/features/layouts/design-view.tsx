import { Skeleton } from '@mantine/core';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { lazy, Suspense } from 'react';
import type { PresetInMail } from '../presets/in-mail/use-preset-in-mail.ts';
import type { ViewProps } from './code-view.tsx';

/** Loaded when somebody edits a design. */
const DesignEditor = lazy(async () => ({ default: (await import('./design-editor.tsx')).DesignEditor }));

export interface DesignViewProps extends ViewProps {
  design: JsonObject;
  isMain: boolean;
  /** A preset that is edited in the email. */
  inner: PresetInMail | null;
}

/** A design as the email that it is. */
export function DesignView(props: DesignViewProps) {
  return (
    <Suspense fallback={<Skeleton height={620} />}>
      <DesignEditor {...props} />
    </Suspense>
  );
}
