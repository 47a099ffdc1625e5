import { Code, Stack, Text } from '@mantine/core';
import type { Json } from '../../../../server/src/kernel/json.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './layouts.module.css';
import { type Change, useDifferences } from './queries.ts';

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
  const { layouts, common } = useTexts();
  const differences = useDifferences(layoutId, from, to);
  if (differences.isError) return <Failure error={differences.error} retry={differences.refetch} />;
  if (!differences.data) return <Text role="status">{common.loading}</Text>;
  const { changes } = differences.data;
  if (changes.length === 0) return <Text size="sm">{layouts.noChanges}</Text>;
  return (
    <Stack gap="lg">
      {changes.map((change) => (
        <OneChange key={change.path} change={change} />
      ))}
    </Stack>
  );
}

const formatValue = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const isNothing = (value: Json) => value === null || value === '';

function OneChange({ change: { path, before, after } }: { change: Change }) {
  const { layouts } = useTexts();
  return (
    <Stack gap={6} component="section" aria-label={path}>
      <Code style={{ alignSelf: 'flex-start' }}>{path.replace(/^layout\./, '')}</Code>
      {!isNothing(before) && (
        <div>
          <Text size="xs" c="dimmed">
            {layouts.before}
          </Text>
          <pre className={`${classes['value']} ${classes['before']}`}>{formatValue(before)}</pre>
        </div>
      )}
      {!isNothing(after) && (
        <div>
          <Text size="xs" c="dimmed">
            {layouts.after}
          </Text>
          <pre className={`${classes['value']} ${classes['after']}`}>{formatValue(after)}</pre>
        </div>
      )}
    </Stack>
  );
}
