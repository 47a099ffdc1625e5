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
import { type HistoryDetail, type ReplayPreview, useReplay, useReplayPreview } from './queries.ts';

const NOT_KEPT = 'the data for this run is no longer stored';

/** Runs a failed execution again after confirmation and opens the new execution. */
export function Replay({ entry }: { entry: HistoryDetail }) {
  const { history } = useTexts();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {history.replay[entry.actionType]}
      </Button>
      <Dialog opened={opened} onClose={close} title={history.replayTitle[entry.actionType]}>
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
  const preview = useReplayPreview(entry.id);
  const isGone = preview.data?.isKept === false;
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
        <FormFailure text={isGone ? (history.replayRefusals[NOT_KEPT] ?? null) : failure} />
        {isGone ? null : entry.actionType === 'EMAIL' ? (
          <Radio.Group label={history.replayMail} value={whom} onChange={setWhom}>
            <Stack gap="sm" mt="xs">
              <Radio
                value="failed"
                label={history.replayFailed}
                description={<Whom of={preview.data?.failed} hint={history.replayFailedHint} />}
              />
              <Radio
                value="unknown"
                label={history.replayUnknown}
                description={<Whom of={preview.data?.unknown} hint={history.replayUnknownHint} />}
              />
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm">{history.replayCall}</Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common.cancel}
          </Button>
          <Button type="submit" loading={replay.isPending} disabled={isGone}>
            {history.replay[entry.actionType]}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Who would receive it now, and who would be skipped. */
function Whom({ of: group, hint }: { of: ReplayPreview['failed'] | undefined; hint: string }) {
  const { history } = useTexts();
  if (!group) return hint;
  const skipped = (why: 'unsubscribed' | 'suppressed') =>
    group.skip.filter((each) => each.why === why).map(({ recipient }) => recipient);
  return (
    <>
      {group.send.length > 0
        ? `${history.replayGoesTo(group.send.join(', '))} ${hint}`
        : history.replayNobody}
      {(['unsubscribed', 'suppressed'] as const).map(
        (why) =>
          skipped(why).length > 0 && (
            <Text key={why} component="span" display="block" inherit>
              {history.replaySkips[why]} {skipped(why).join(', ')}
            </Text>
          ),
      )}
    </>
  );
}
