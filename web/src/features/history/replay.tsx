import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useStore } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { storePath } from '../../parts/store-path.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type HistoryDetail, useReplay } from './queries.ts';

/** Does what has failed again, after asking; leads to the new execution. */
export function Replay({ entry }: { entry: HistoryDetail }) {
  const { history } = useTexts();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {history.replay}
      </Button>
      <Dialog opened={opened} onClose={close} title={history.replayTitle}>
        <ReplayForm entry={entry} onClose={close} />
      </Dialog>
    </>
  );
}

function ReplayForm({ entry, onClose }: { entry: HistoryDetail; onClose: () => void }) {
  const { history, common } = useTexts();
  const { id: storeId } = useStore();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const replay = useReplay();
  const [whom, setWhom] = useState('failed');
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    try {
      const { executionId } = await replay.mutateAsync({ id: entry.id, unknown: whom === 'unknown' });
      onClose();
      notify(history.replayed);
      await navigate({ to: storePath(storeId, `history/${executionId}`) });
    } catch (error) {
      const known = error instanceof ApiError ? history.replayRefusals[error.message] : undefined;
      setFailure(known ?? errorText(error));
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <FormFailure text={failure} />
        {entry.actionType === 'EMAIL' ? (
          <Radio.Group label={history.replayMail} value={whom} onChange={setWhom}>
            <Stack gap="sm" mt="xs">
              <Radio value="failed" label={history.replayFailed} description={history.replayFailedHint} />
              <Radio value="unknown" label={history.replayUnknown} description={history.replayUnknownHint} />
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm">{history.replayCall}</Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button type="submit" loading={replay.isPending}>
            {history.replay}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
