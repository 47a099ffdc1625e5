import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.tsx';
import type { HistoryEntry } from './queries.ts';

const looks = {
  SUCCESS: { Picture: IconCircleCheck, color: 'var(--mantine-primary-color-filled)' },
  FAILED: { Picture: IconCircleX, color: 'var(--mantine-color-error)' },
  SKIPPED: { Picture: IconCircleMinus, color: 'var(--mantine-color-dimmed)' },
  PENDING: { Picture: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
};

/** A word and a picture: a colour alone tells nothing to those who do not see it. */
export function Status({ of: status }: { of: HistoryEntry['status'] }) {
  const { history } = useTexts();
  const { Picture, color } = looks[status];
  return (
    <Group gap={6} wrap="nowrap" justify="inherit" display="inline-flex">
      <Picture size={18} color={color} style={{ flexShrink: 0 }} aria-hidden />
      <Text component="span" inherit style={{ whiteSpace: 'nowrap' }}>
        {history.statuses[status]}
      </Text>
    </Group>
  );
}
