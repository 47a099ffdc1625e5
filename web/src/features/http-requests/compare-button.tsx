import { lazy } from 'react';
import { CompareDialog } from '../compare/compare-dialog.tsx';

const CompareRequest = lazy(async () => ({
  default: (await import('./compare-request.tsx')).CompareRequest,
}));

interface CompareButtonProps {
  id: string;
  /** What a save would write now; `null` while the test values are none. */
  fields(): object | null;
}

/** Shows before a save what it changes in what is sent. */
export const CompareButton = ({ id, fields }: CompareButtonProps) => (
  <CompareDialog>{() => <CompareRequest id={id} fields={fields()} />}</CompareDialog>
);
