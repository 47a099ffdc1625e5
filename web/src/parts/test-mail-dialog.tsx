import { Alert, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFlask, IconMailOff } from '@tabler/icons-react';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { isMailAddress } from 'outstep/kernel/mail-address.ts';
import { useState } from 'react';
import { useSubmit } from '../api/forms.ts';
import { useSession } from '../api/session.ts';
import { useTexts } from '../texts/texts.tsx';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { notify, notifyWarning } from './notify.ts';
import { useSendingMode } from './sending-mode.ts';
import { useSenders, useTestMail } from './test-mail.ts';

interface TestMailDialogProps {
  /** The content on screen with its layout and language; `null` while it is invalid JSON. */
  shown: () => JsonObject | null;
  /** The name of the preview data; `null` for the test variables. */
  data?: () => string | null;
  /** The name of the language, where there are several. */
  language?: string | null;
  opened: boolean;
  onClose: () => void;
}

/** Sends what is on the screen, saved or not, to one address. */
export function TestMailDialog({ opened, onClose, ...rest }: TestMailDialogProps) {
  const { layouts } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={layouts.testMail}>
      <TestMailForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function TestMailForm({ shown, data, language = null, onClose }: Omit<TestMailDialogProps, 'opened'>) {
  const { layouts } = useTexts();
  const { person } = useSession();
  const { senders } = useSenders();
  const mode = useSendingMode();
  const send = useTestMail();
  const [unsent, setUnsent] = useState<string | null>(null);
  const form = useForm({
    initialValues: { to: person.email, sender: '' },
    validate: { to: (value) => (isMailAddress(value.trim()) ? null : layouts.badAddress) },
  });
  const sending = useSubmit(form, async ({ to, sender }) => {
    setUnsent(null);
    const content = shown();
    if (!content) return setUnsent(layouts.nothingToSend);
    const mail = { ...content, to: to.trim(), ...(sender && { sender }) };
    const { status, error, captured, empty } = await send.mutateAsync(mail);
    if (status === 'FAILED' || status === 'SKIPPED') return setUnsent(error ?? layouts.notSent);
    onClose();
    const done = captured ? layouts.captured : layouts.sent(to);
    const outcome = status === 'SUCCESS' ? done : layouts.onItsWay(to);
    if (empty.length === 0) notify(outcome);
    else notifyWarning(`${outcome}. ${layouts.sentEmpty(empty.join(', '))}`);
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
          <Text size="sm">
            {mode === 'test' ? layouts.testMailCaptured : layouts.testMailLead}{' '}
            {layouts.testMailData(data?.() ?? null)} {language && layouts.testMailLanguage(language)}
          </Text>
          {mode === 'test' && (
            <Alert color="yellow" variant="light" icon={<IconFlask />}>
              {layouts.testMode}
            </Alert>
          )}
          {mode === 'none' && (
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
      {(senders.length > 0 || mode === 'none') && (
        <Select
          label={layouts.sender}
          placeholder={standard?.label ?? layouts.standardSender}
          data={[
            ...senders.map(({ id, label }) => ({ value: id, label })),
            { value: 'capture', label: layouts.captureSender },
          ]}
          clearable
          clearButtonProps={{ 'aria-label': layouts.standardSender }}
          {...form.getInputProps('sender')}
        />
      )}
    </DialogForm>
  );
}
