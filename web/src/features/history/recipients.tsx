import { Button, Group, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useMay } from '../../api/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type HistoryDetail, useRevealRecipients } from './queries.ts';

/** The masked recipients of an email. Editors may unmask them, which is recorded in the audit log. */
export function Recipients({ entry }: { entry: HistoryDetail }) {
  const { history } = useTexts();
  const errorText = useErrorText();
  const editor = useMay('editor');
  const reveal = useRevealRecipients();
  const [failure, setFailure] = useState<string | null>(null);
  const shown = reveal.data?.recipients;
  const ask = async () => {
    try {
      await reveal.mutateAsync(entry.id);
    } catch (error) {
      setFailure(error instanceof ApiError && error.status === 409 ? history.revealGone : errorText(error));
    }
  };
  return (
    <Stack gap={4}>
      {shown ? (
        shown.map(({ name, address }) => (
          <span key={address} style={{ overflowWrap: 'anywhere' }}>
            {name ? `${name} <${address}>` : address}
          </span>
        ))
      ) : (
        <span>{entry.recipients?.join(', ')}</span>
      )}
      {entry.skippedRecipients > 0 && (
        <Text size="xs" c="dimmed">
          {history.skippedRecipients(entry.skippedRecipients)}
        </Text>
      )}
      {failure && (
        <Text size="xs" role="status">
          {failure}
        </Text>
      )}
      {editor && !shown && !failure && (
        <Group>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconEye size={14} aria-hidden />}
            loading={reveal.isPending}
            onClick={() => void ask()}
            title={history.revealHint}
          >
            {history.reveal}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
