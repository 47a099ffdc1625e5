import { Group, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
  IconInbox,
} from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.tsx';
import type { HistoryEntry } from './queries.ts';

const looks = {
  SUCCESS: { Picture: IconCircleCheck, color: 'var(--mantine-primary-color-filled)' },
  FAILED: { Picture: IconCircleX, color: 'var(--mantine-color-error)' },
  SKIPPED: { Picture: IconCircleMinus, color: 'var(--mantine-color-dimmed)' },
  PENDING: { Picture: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
};

const captured = { Picture: IconInbox, color: 'var(--mantine-color-dimmed)' };

const receivedLooks = {
  sent: looks.SUCCESS,
  captured,
  failed: looks.FAILED,
  unknown: { Picture: IconCircleDashed, color: 'var(--mantine-color-error)' },
  skipped: looks.SKIPPED,
  pending: looks.PENDING,
};

interface Look {
  Picture: typeof IconCircleX;
  color: string;
}

/** A word and a picture: a colour alone tells nothing to those who do not see it. */
function Word({ look: { Picture, color }, word }: { look: Look; word: string }) {
  return (
    <Group gap={6} wrap="nowrap" justify="inherit" display="inline-flex">
      <Picture size={18} color={color} style={{ flexShrink: 0 }} aria-hidden />
      <Text component="span" inherit style={{ whiteSpace: 'nowrap' }}>
        {word}
      </Text>
    </Group>
  );
}

/** What was captured is never said to be delivered. */
export function Status({ of: entry }: { of: Pick<HistoryEntry, 'status' | 'captured'> }) {
  const { history } = useTexts();
  const { status } = entry;
  if (entry.captured && status === 'SUCCESS') return <Word look={captured} word={history.captured} />;
  return <Word look={looks[status]} word={history.statuses[status]} />;
}

/** Whether one recipient got the mail. */
export function Received({ of: received }: { of: keyof typeof receivedLooks }) {
  const { history } = useTexts();
  return <Word look={receivedLooks[received]} word={history.receivedStates[received]} />;
}
