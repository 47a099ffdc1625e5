import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type Key, useRotateKey, useSetAddresses } from './queries.ts';
import { RevealOnceDialog } from './reveal-once-dialog.tsx';

interface KeyDialogProps {
  /** `null`: closed. */
  of: Key | null;
  onClose: () => void;
}

/** Creates the successor of a key; the old key keeps working for a while. */
export function RotateKeyDialog({ of: key, onClose }: KeyDialogProps) {
  const { developer } = useTexts();
  const [made, setMade] = useState<string | null>(null);
  const name = key?.name ?? '';
  return (
    <RevealOnceDialog
      opened={key !== null}
      onClose={onClose}
      onClosed={() => setMade(null)}
      title={developer.rotateTitle(name)}
      revealed={
        made === null
          ? null
          : { title: developer.keyMade(name), label: developer.key, text: made, hint: developer.rotatedHint }
      }
    >
      {key && <RotateForm of={key} onClose={onClose} onMade={setMade} />}
    </RevealOnceDialog>
  );
}

function RotateForm({
  of: key,
  onClose,
  onMade,
}: {
  of: Key;
  onClose: () => void;
  onMade: (key: string) => void;
}) {
  const { developer } = useTexts();
  const rotate = useRotateKey();
  const form = useForm({ initialValues: { overlapHours: 24 } });
  const sending = useSubmit(form, async ({ overlapHours }) =>
    onMade((await rotate.mutateAsync({ id: key.id, overlapHours })).key),
  );
  return (
    <DialogForm {...sending} action={developer.rotateKey} onClose={onClose}>
      <Text size="sm">{developer.rotateText}</Text>
      <NumberField
        data-autofocus
        label={developer.overlap}
        min={0}
        max={720}
        {...form.getInputProps('overlapHours')}
      />
    </DialogForm>
  );
}

/** Sets the addresses from which a key may be used. */
export function KeyAddressesDialog({ of: key, onClose }: KeyDialogProps) {
  const { developer } = useTexts();
  return (
    <Dialog opened={key !== null} onClose={onClose} title={developer.addressesOf(key?.name ?? '')}>
      {key && <AddressesForm of={key} onClose={onClose} />}
    </Dialog>
  );
}

function AddressesForm({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const { developer, common } = useTexts();
  const setAddresses = useSetAddresses();
  const form = useForm({ initialValues: { allowedAddresses: key.allowedAddresses.join(', ') } });
  const sending = useSubmit(form, async ({ allowedAddresses }) => {
    await setAddresses.mutateAsync({ id: key.id, allowedAddresses });
    notify(developer.addressesSaved(key.name));
    onClose();
  });
  return (
    <DialogForm {...sending} action={common.save} onClose={onClose}>
      <TextInput
        data-autofocus
        label={developer.addresses}
        description={developer.addressesHint}
        placeholder="203.0.113.0/24"
        autoComplete="off"
        {...form.getInputProps('allowedAddresses')}
      />
    </DialogForm>
  );
}
