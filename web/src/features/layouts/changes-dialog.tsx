import { Text } from '@mantine/core';
import { ChangesList } from '../../parts/changes-list.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useDifferences } from './queries.ts';

interface ChangesDialogProps {
  layoutId: string;
  /** Two versions, the older first; closed while null. */
  between: readonly [number, number] | null;
  onClose: () => void;
}

export function ChangesDialog({ layoutId, between, onClose }: ChangesDialogProps) {
  const { layouts } = useTexts();
  const [from, to] = between ?? [0, 0];
  return (
    <Dialog opened={between !== null} onClose={onClose} title={layouts.changesBetween(from, to)} size="xl">
      <Changes layoutId={layoutId} from={from} to={to} />
    </Dialog>
  );
}

function Changes({ layoutId, from, to }: { layoutId: string; from: number; to: number }) {
  const { common } = useTexts();
  const differences = useDifferences(layoutId, from, to);
  if (differences.isError) return <Failure error={differences.error} retry={differences.refetch} />;
  if (!differences.data) return <Text role="status">{common.loading}</Text>;
  return <ChangesList changes={differences.data.changes} />;
}
