import { Alert, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { isAddress } from '../../../../server/src/kernel/mail-address.ts';
import { useSubmit } from '../../api/forms.ts';
import { useSession } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useLanguageName } from './language-name.ts';
import { type Layout, useSenders, useTestMail } from './queries.ts';

interface TestMailDialogProps {
  layout: Layout;
  locale: string;
  opened: boolean;
  onClose: () => void;
}

export function TestMailDialog({ opened, onClose, ...rest }: TestMailDialogProps) {
  const { layouts } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={layouts.testMail}>
      <TestMailForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function TestMailForm({ layout, locale, onClose }: Omit<TestMailDialogProps, 'opened'>) {
  const { layouts } = useTexts();
  const { person } = useSession();
  const nameOf = useLanguageName();
  const { senders, isReady } = useSenders();
  const send = useTestMail();
  const [unsent, setUnsent] = useState<string | null>(null);
  const form = useForm({
    initialValues: { to: person.email, locale, sender: '' },
    validate: { to: (value) => (isAddress(value.trim()) ? null : layouts.badAddress) },
  });
  const sending = useSubmit(form, async ({ to, locale: wanted, sender }) => {
    setUnsent(null);
    const { status, error } = await send.mutateAsync({
      ...{ layout: layout.id, to: to.trim(), locale: wanted },
      ...(sender && { sender }),
    });
    if (status === 'FAILED' || status === 'SKIPPED') return setUnsent(error ?? layouts.notSent);
    onClose();
    notify(status === 'SUCCESS' ? layouts.sent(to) : layouts.onItsWay(to));
  });
  const standard = senders.find(({ isDefault }) => isDefault);
  return (
    <DialogForm
      {...sending}
      failure={sending.failure ?? unsent}
      action={layouts.send}
      onClose={onClose}
      lead={
        <>
          <Text size="sm">{layouts.testMailLead}</Text>
          {isReady && senders.length === 0 && (
            <Alert color="yellow" variant="light" icon={<IconMailOff />}>
              {layouts.noSender}
            </Alert>
          )}
        </>
      }
    >
      <TextInput
        data-autofocus
        label={layouts.to}
        type="email"
        autoComplete="email"
        {...form.getInputProps('to')}
      />
      {layout.languages.length > 1 && (
        <Select
          label={layouts.language}
          allowDeselect={false}
          data={layout.languages.map(({ locale: value }) => ({ value, label: nameOf(value) }))}
          {...form.getInputProps('locale')}
        />
      )}
      {senders.length > 1 && (
        <Select
          label={layouts.sender}
          placeholder={standard?.label ?? layouts.standardSender}
          data={senders.map(({ id, label }) => ({ value: id, label }))}
          clearable
          clearButtonProps={{ 'aria-label': layouts.standardSender }}
          {...form.getInputProps('sender')}
        />
      )}
    </DialogForm>
  );
}
