import { Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import { ConfirmDelete } from '../../parts/confirm-delete.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type PresetSummary, useDeletePreset } from './queries.ts';

interface DeletePresetProps {
  preset: PresetSummary | null;
  onClose: () => void;
}

/** Asks before a preset goes; of one in use it says by what, as the server would refuse it. */
export function DeletePreset({ preset, onClose }: DeletePresetProps) {
  const { presets, files, common } = useTexts();
  const remove = useDeletePreset();
  const name = preset?.name ?? '';
  const used = (preset?.useCount ?? 0) > 0;
  const run = async () => {
    try {
      await remove.mutateAsync(preset?.id ?? '');
      notify(common.deleted);
    } catch (error) {
      const [, users] = (error instanceof ApiError && /^in use by (.+)$/.exec(error.message)) || [];
      throw users ? new ApiError(409, files.inUseNow(users)) : error;
    }
  };
  return (
    <>
      <Dialog opened={preset !== null && used} onClose={onClose} title={files.inUseTitle(name)}>
        <Stack>
          <Text size="sm">{files.inUseText}</Text>
          <Text size="sm" component="div">
            <Users of={preset} />
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {common.close}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      <ConfirmDelete
        opened={preset !== null && !used}
        title={presets.deleteTitle(name)}
        onClose={onClose}
        run={run}
      >
        {presets.deleteText}
      </ConfirmDelete>
    </>
  );
}

function Users({ of: preset }: { of: PresetSummary | null }) {
  const { presets, files } = useTexts();
  const { usedBy = [], useCount = 0 } = preset ?? {};
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2rem', overflowWrap: 'anywhere' }}>
      {usedBy.map(({ id, name }) => (
        <li key={id}>{presets.layout(name)}</li>
      ))}
      {useCount > usedBy.length && <li>{files.more(useCount - usedBy.length)}</li>}
    </ul>
  );
}
