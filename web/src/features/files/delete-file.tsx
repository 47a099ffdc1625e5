import { Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import { ConfirmDelete } from '../../parts/confirm-delete.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type StoredFile, useDeleteFile } from './queries.ts';
import { UserList } from './used-by.tsx';

interface DeleteFileProps {
  file: StoredFile | null;
  onClose: () => void;
}

/** Asks before a file goes; of one in use it says by what, as the server would refuse it. */
export function DeleteFile({ file, onClose }: DeleteFileProps) {
  const { files } = useTexts();
  const remove = useDeleteFile();
  const name = file?.filename ?? '';
  const run = async () => {
    try {
      await remove.mutateAsync(file?.key ?? '');
      notify(files.deleted(name));
    } catch (error) {
      const [, users] = (error instanceof ApiError && /^in use by (.+)$/.exec(error.message)) || [];
      throw users ? new ApiError(409, files.inUseNow(users)) : error;
    }
  };
  return (
    <>
      <InUse file={file?.inUse ? file : null} onClose={onClose} />
      <ConfirmDelete
        opened={file !== null && !file.inUse}
        title={files.deleteTitle(name)}
        onClose={onClose}
        run={run}
      >
        {files.deleteText}
      </ConfirmDelete>
    </>
  );
}

function InUse({ file, onClose }: DeleteFileProps) {
  const { files, common } = useTexts();
  return (
    <Dialog opened={file !== null} onClose={onClose} title={files.inUseTitle(file?.filename ?? '')}>
      <Stack>
        <Text size="sm">{files.inUseText}</Text>
        <Text size="sm" component="div">
          <UserList users={file?.usedBy ?? []} />
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {common.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
