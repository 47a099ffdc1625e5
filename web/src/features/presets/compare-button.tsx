import { lazy } from 'react';
import { CompareDialog } from '../compare/compare-dialog.tsx';
import type { Preset } from './queries.ts';

const ComparePreset = lazy(async () => ({ default: (await import('./compare-preset.tsx')).ComparePreset }));

interface CompareButtonProps {
  preset: Preset;
  /** The language being edited; an empty string is the preset's own language. */
  locale: string;
  /** The blocks as edited. */
  blocks: unknown[];
}

/** Shows how saving would change the emails that use the preset. */
export const CompareButton = (props: CompareButtonProps) => (
  <CompareDialog>{() => <ComparePreset {...props} />}</CompareDialog>
);
