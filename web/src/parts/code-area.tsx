import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor/code-editor.tsx';

export type { CodeError } from './code-editor/code-editor.tsx';

/** Loaded when code is shown. */
const CodeEditor = lazy(async () => ({
  default: (await import('./code-editor/code-editor.tsx')).CodeEditor,
}));

/** A text with numbered lines; each error links to its line. */
export function CodeArea(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={580} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
