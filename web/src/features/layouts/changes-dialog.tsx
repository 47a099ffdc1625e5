import { FieldChanges } from '../../parts/changes-list.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useDifferences } from './queries.ts';

interface ChangesDialogProps {
  layoutId: string;
  /** Two versions, the older first; `null` while closed. */
  between: readonly [number, number] | null;
  onClose: () => void;
}

export function ChangesDialog({ layoutId, between, onClose }: ChangesDialogProps) {
  const { versions } = useTexts();
  const [from, to] = between ?? [0, 0];
  return (
    <Dialog opened={between !== null} onClose={onClose} title={versions.between(from, to)} size="xl">
      <LayoutChanges layoutId={layoutId} from={from} to={to} />
    </Dialog>
  );
}

export const LayoutChanges = ({ layoutId, from, to }: { layoutId: string; from: number; to: number }) => (
  <FieldChanges of={useDifferences(layoutId, from, to)} />
);
