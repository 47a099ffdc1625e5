import { lazy } from 'react';
import { CompareDialog } from '../compare/compare-dialog.tsx';
import type { Preset } from './queries.ts';

const ComparePreset = lazy(async () => ({ default: (await import('./compare-preset.tsx')).ComparePreset }));

interface CompareButtonProps {
  preset: Preset;
  /** The language that is written; its own is empty. */
  locale: string;
  /** What is written. */
  blocks: unknown[];
}

/** Shows before a save what it changes in the emails that have the preset. */
export const CompareButton = (props: CompareButtonProps) => (
  <CompareDialog>{() => <ComparePreset {...props} />}</CompareDialog>
);
