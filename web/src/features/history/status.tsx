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

const statusStyles = {
  SUCCESS: { Picture: IconCircleCheck, color: 'var(--mantine-primary-color-filled)' },
  FAILED: { Picture: IconCircleX, color: 'var(--mantine-color-error)' },
  SKIPPED: { Picture: IconCircleMinus, color: 'var(--mantine-color-dimmed)' },
  PENDING: { Picture: IconCircleDashed, color: 'var(--mantine-color-dimmed)' },
};

const captured = { Picture: IconInbox, color: 'var(--mantine-color-dimmed)' };

const receivedLooks = {
  sent: statusStyles.SUCCESS,
  captured,
  failed: statusStyles.FAILED,
  unknown: { Picture: IconCircleDashed, color: 'var(--mantine-color-error)' },
  skipped: statusStyles.SKIPPED,
  pending: statusStyles.PENDING,
};

interface StatusStyle {
  Picture: typeof IconCircleX;
  color: string;
}

/** A word and an icon, because color alone would exclude those who cannot see it. */
function Word({ look: { Picture, color }, word }: { look: StatusStyle; word: string }) {
  return (
    <Group gap={6} wrap="nowrap" justify="inherit" display="inline-flex">
      <Picture size={18} color={color} style={{ flexShrink: 0 }} aria-hidden />
      <Text component="span" inherit style={{ whiteSpace: 'nowrap' }}>
        {word}
      </Text>
    </Group>
  );
}

/** A captured email is never called sent, and an accepted one never delivered. */
export function Status({ of: entry }: { of: Pick<HistoryEntry, 'actionType' | 'status' | 'captured'> }) {
  const { history } = useTexts();
  const { actionType, status } = entry;
  if (entry.captured && status === 'SUCCESS') return <Word look={captured} word={history.captured} />;
  const isSent = actionType === 'EMAIL' && status === 'SUCCESS';
  const word = isSent ? history.receivedStates.sent : history.statuses[status];
  return <Word look={statusStyles[status]} word={word} />;
}

/** Whether one recipient got the email. */
export function Received({ of: received }: { of: keyof typeof receivedLooks }) {
  const { history } = useTexts();
  return <Word look={receivedLooks[received]} word={history.receivedStates[received]} />;
}
