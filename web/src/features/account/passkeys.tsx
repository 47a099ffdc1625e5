import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import { addPasskey, PasskeyCanceled, passkeysSupported } from '../sign-in/passkeys.ts';
import { type Passkey, useAccountWrite, usePasskeys } from './queries.ts';
import { Rows } from './rows.tsx';

export function Passkeys() {
  const { account, common } = useTexts();
  const formats = useFormats();
  const remove = useAccountWrite((id: string) => authApi.post('/passkey/delete-passkey', { id }));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const nameOf = (passkey: Passkey | null) => passkey?.name || account.unnamedPasskey;
  return (
    <Section
      title={account.passkeys}
      hint={account.passkeysHint}
      action={
        passkeysSupported() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {account.addPasskey}
          </Button>
        )
      }
    >
      {!passkeysSupported() && <Text size="sm">{account.passkeysUnsupported}</Text>}
      <Rows label={account.passkeys} of={usePasskeys()} empty={account.noPasskeys}>
        {(passkey) => (
          <>
            <div>
              <Text size="sm" fw={600}>
                {nameOf(passkey)}
              </Text>
              {passkey.createdAt && (
                <Text size="xs" c="dimmed">
                  {account.added(formats.relative(passkey.createdAt))}
                </Text>
              )}
            </div>
            <Button
              size="xs"
              variant="default"
              onClick={() => setRemoving(passkey)}
              aria-label={account.removePasskey(nameOf(passkey))}
            >
              {common.remove}
            </Button>
          </>
        )}
      </Rows>
      <Dialog opened={adding} onClose={() => setAdding(false)} title={account.addPasskey}>
        <AddPasskey onClose={() => setAdding(false)} />
      </Dialog>
      <ConfirmDelete
        opened={removing !== null}
        title={account.removePasskeyTitle(nameOf(removing))}
        action={common.remove}
        onClose={() => setRemoving(null)}
        run={async () => {
          await remove.mutateAsync(removing?.id ?? '');
          notify(account.passkeyRemoved);
        }}
      >
        {account.removePasskeyText}
      </ConfirmDelete>
    </Section>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { account } = useTexts();
  const add = useAccountWrite(addPasskey);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } });
  const sending = useSubmit(form, async ({ name }) => {
    try {
      await add.mutateAsync(name.trim() || account.unnamedPasskey);
    } catch (error) {
      if (!(error instanceof PasskeyCanceled)) throw error;
      notifyFailure(account.passkeyStopped);
      return;
    }
    notify(account.passkeyAdded);
    onClose();
  });
  return (
    <DialogForm {...sending} action={account.addPasskey} onClose={onClose}>
      <TextInput
        data-autofocus
        label={account.passkeyName}
        description={account.passkeyNameHint}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}
