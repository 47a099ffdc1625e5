import { StatusWord } from '../../parts/status-word.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { HistoryEntry } from './queries.ts';

const looks = { SUCCESS: 'ok', FAILED: 'bad', SKIPPED: 'skipped', PENDING: 'pending' } as const;

const receivedLooks = {
  sent: 'ok',
  captured: 'skipped',
  failed: 'bad',
  unknown: 'unclear',
  skipped: 'skipped',
  pending: 'pending',
} as const;

/** A captured email is never called sent, and an accepted one never delivered. */
export function Status({ of: entry }: { of: Pick<HistoryEntry, 'actionType' | 'status' | 'captured'> }) {
  const { history } = useTexts();
  const { actionType, status } = entry;
  if (entry.captured && status === 'SUCCESS')
    return <StatusWord look="skipped">{history.captured}</StatusWord>;
  const isSent = actionType === 'EMAIL' && status === 'SUCCESS';
  const word = isSent ? history.receivedStates.sent : history.statuses[status];
  return <StatusWord look={looks[status]}>{word}</StatusWord>;
}

/** Whether one recipient got the email. */
export function Received({ of: received }: { of: keyof typeof receivedLooks }) {
  const { history } = useTexts();
  return <StatusWord look={receivedLooks[received]}>{history.receivedStates[received]}</StatusWord>;
}
