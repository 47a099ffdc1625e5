import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSubmit } from '../../api/forms.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import {
  PermissionFields,
  type PermissionValues,
  permissionsOf,
  validateHosts,
} from './permission-fields.tsx';
import { type NewSecret, useCreateSecret } from './queries.ts';

export function AddSecret({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { secrets } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={secrets.add}>
      <AddForm onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { secrets, common } = texts;
  const create = useCreateSecret();
  const form = useForm<Pick<NewSecret, 'name' | 'value' | 'description'> & PermissionValues>({
    initialValues: { name: '', value: '', description: '', reach: 'listed', hosts: '', allowInEmail: false },
    validate: { hosts: validateHosts(texts) },
  });
  const sending = useSubmit(form, async (values) => {
    const { name, value, description } = values;
    await create.mutateAsync({ name, value, description, ...permissionsOf(values) });
    notify(secrets.created(name));
    onClose();
  });
  const { name } = form.getValues();
  return (
    <DialogForm {...sending} action={secrets.create} onClose={onClose}>
      <TextInput
        data-autofocus
        label={secrets.name}
        description={secrets.nameHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        ff="monospace"
        {...form.getInputProps('name')}
      />
      <PasswordInput
        label={secrets.value}
        description={secrets.valueHint}
        autoComplete="new-password"
        {...form.getInputProps('value')}
      />
      <Textarea
        label={`${secrets.description} (${common.optional})`}
        description={secrets.descriptionHint}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <PermissionFields form={form} />
      {name && <CodeBlock text={`{{ secrets.${name} }}`} label={secrets.howToUse} />}
    </DialogForm>
  );
}
