import { PasswordInput, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSubmit } from '../../api/forms.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Secret, useDescribe, useSetValue } from './queries.ts';

interface ChangeProps {
  secret: Secret | null;
  onClose: () => void;
}

/** The old value is not shown, because no one can read it. */
export function SetSecretValueDialog({ secret, onClose }: ChangeProps) {
  const { secrets } = useTexts();
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={secrets.setValueTitle(secret?.name ?? '')}>
      <ValueForm name={secret?.name ?? ''} onClose={onClose} />
    </Dialog>
  );
}

function ValueForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { secrets, common, reasons } = useTexts();
  const save = useSetValue();
  const form = useForm({
    initialValues: { value: '' },
    // The server would delete the value if it were empty.
    validate: { value: (value) => (value === '' ? reasons.required : null) },
  });
  const sending = useSubmit(form, async ({ value }) => {
    await save.mutateAsync({ name, value });
    notify(secrets.valueSaved(name));
    onClose();
  });
  return (
    <DialogForm {...sending} action={common.save} onClose={onClose}>
      <Text size="sm">{secrets.setValueText}</Text>
      <PasswordInput
        data-autofocus
        label={secrets.value}
        autoComplete="new-password"
        {...form.getInputProps('value')}
      />
    </DialogForm>
  );
}

export function DescribeSecretDialog({ secret, onClose }: ChangeProps) {
  const { secrets } = useTexts();
  return (
    <Dialog opened={secret !== null} onClose={onClose} title={secrets.describeTitle(secret?.name ?? '')}>
      {secret && <DescriptionForm secret={secret} onClose={onClose} />}
    </Dialog>
  );
}

function DescriptionForm({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { secrets, common } = useTexts();
  const save = useDescribe();
  const form = useForm({ initialValues: { description: secret.description } });
  const sending = useSubmit(form, async ({ description }) => {
    await save.mutateAsync({ name: secret.name, description });
    notify(common.saved);
    onClose();
  });
  return (
    <DialogForm {...sending} action={common.save} onClose={onClose}>
      <Textarea
        data-autofocus
        label={secrets.description}
        description={secrets.descriptionHint}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
    </DialogForm>
  );
}
