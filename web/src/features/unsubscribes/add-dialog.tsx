import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSubmit } from '../../api/forms.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useAddUnsubscribe } from './queries.ts';

export function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { unsubscribes } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={unsubscribes.add}>
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const { unsubscribes, common } = useTexts();
  const add = useAddUnsubscribe();
  const form = useForm({ initialValues: { email: '' } });
  const sending = useSubmit(form, async ({ email }) => {
    await add.mutateAsync(email);
    notify(unsubscribes.added(email.trim().toLowerCase()));
    onClose();
  });
  return (
    <DialogForm {...sending} action={unsubscribes.addAction} onClose={onClose}>
      <TextInput
        data-autofocus
        label={common.email}
        description={unsubscribes.addHint}
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </DialogForm>
  );
}
