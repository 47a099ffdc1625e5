import { Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type RepositoryConnection, useConnectRepository } from './queries.ts';

interface ConnectProps {
  /** The current connection, to reconnect or change. */
  connection: RepositoryConnection | null;
  onClose: () => void;
}

export function ConnectRepositoryDialog({ opened, ...rest }: ConnectProps & { opened: boolean }) {
  const { developer } = useTexts();
  return (
    <Dialog
      opened={opened}
      onClose={rest.onClose}
      title={rest.connection ? developer.connectAgain : developer.connect}
      size="lg"
    >
      <ConnectForm {...rest} />
    </Dialog>
  );
}

const UNAVAILABLE = 503;
const CONFLICT = 409;

function ConnectForm({ connection, onClose }: ConnectProps) {
  const { developer, common } = useTexts();
  const connect = useConnectRepository();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      repository: connection?.repository ?? '',
      token: '',
      branch: connection?.branch ?? '',
      folder: connection?.folder ?? '',
    },
  });
  const sending = useSubmit(form, async ({ repository, token, branch, folder }) => {
    const given = { ...(branch && { branch }), ...(folder && { folder }) };
    try {
      const connected = await connect.mutateAsync({ repository, token, ...given });
      notify(developer.connected(connected.repository));
    } catch (error) {
      // GitHub is unavailable; a 503 would read as if our own server were.
      if (error instanceof ApiError && error.status === UNAVAILABLE)
        throw new ApiError(CONFLICT, developer.providerAway);
      throw error;
    }
    onClose();
  });
  return (
    <DialogForm {...sending} action={developer.connect} onClose={onClose}>
      <TextInput
        data-autofocus
        label={developer.repository}
        description={developer.repositoryNameHint}
        placeholder="acme/emails"
        autoComplete="off"
        spellCheck={false}
        key={form.key('repository')}
        {...form.getInputProps('repository')}
      />
      <PasswordInput
        label={developer.token}
        description={developer.tokenHint}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': developer.showToken }}
        key={form.key('token')}
        {...form.getInputProps('token')}
      />
      <Group grow align="flex-start">
        <TextInput
          label={`${developer.branch} (${common.optional})`}
          placeholder={developer.defaultBranch}
          autoComplete="off"
          spellCheck={false}
          key={form.key('branch')}
          {...form.getInputProps('branch')}
        />
        <TextInput
          label={`${developer.folder} (${common.optional})`}
          placeholder={developer.root}
          autoComplete="off"
          spellCheck={false}
          key={form.key('folder')}
          {...form.getInputProps('folder')}
        />
      </Group>
      {connection && connection.waiting > 0 && (
        <Text size="sm" c="dimmed">
          {developer.elsewhereDrops}
        </Text>
      )}
    </DialogForm>
  );
}
