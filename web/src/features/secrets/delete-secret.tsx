import { Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import { ConfirmDelete } from '../../parts/confirm-delete.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Secret, type SecretUser, useDeleteSecret } from './queries.ts';
import { UserList } from './used-by.tsx';

interface DeleteSecretProps {
  secret: Secret | null;
  users: readonly SecretUser[];
  onClose: () => void;
}

/** Asks before a secret goes; of one in use it says by what, as the server would refuse it. */
export function DeleteSecret({ secret, users, onClose }: DeleteSecretProps) {
  const { secrets, common } = useTexts();
  const remove = useDeleteSecret();
  const name = secret?.name ?? '';
  const used = users.length > 0;
  const run = async () => {
    try {
      await remove.mutateAsync(name);
      notify(secrets.deleted(name));
    } catch (error) {
      const [, named] = (error instanceof ApiError && /^in use by (.+)$/.exec(error.message)) || [];
      throw named ? new ApiError(409, secrets.inUseNow(named)) : error;
    }
  };
  return (
    <>
      <Dialog opened={secret !== null && used} onClose={onClose} title={secrets.inUseTitle(name)}>
        <Stack>
          <Text size="sm">{secrets.inUseText}</Text>
          <Text size="sm" component="div">
            <UserList users={users} />
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {common.close}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      <ConfirmDelete
        opened={secret !== null && !used}
        title={secrets.deleteTitle(name)}
        onClose={onClose}
        run={run}
      >
        {secrets.deleteText}
      </ConfirmDelete>
    </>
  );
}
