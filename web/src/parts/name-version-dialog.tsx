import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSubmit } from '../api/forms.ts';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { MAX_LABEL_LENGTH, useNameVersion } from './kept-versions.ts';
import { notify } from './notify.ts';

interface NameVersionDialogProps {
  /** `/email-templates/ID` */
  document: string;
  /** Closed while null. */
  version: number | null;
  label: string | null;
  onClose: () => void;
}

export function NameVersionDialog({ version, onClose, ...rest }: NameVersionDialogProps) {
  const { versions } = useTexts();
  return (
    <Dialog opened={version !== null} onClose={onClose} title={versions.nameOf(version ?? 0)}>
      {version !== null && <NameForm version={version} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function NameForm({ document, version, label, onClose }: NameVersionDialogProps & { version: number }) {
  const { common, versions } = useTexts();
  const name = useNameVersion(document);
  const form = useForm({ initialValues: { label: label ?? '' } });
  const sending = useSubmit(form, async (values) => {
    await name.mutateAsync({ version, label: values.label.trim() || null });
    notify(common.saved);
    onClose();
  });
  return (
    <DialogForm {...sending} action={common.save} onClose={onClose}>
      <TextInput
        data-autofocus
        label={common.name}
        description={versions.nameHint}
        placeholder={versions.nameExample}
        maxLength={MAX_LABEL_LENGTH}
        autoComplete="off"
        {...form.getInputProps('label')}
      />
    </DialogForm>
  );
}
