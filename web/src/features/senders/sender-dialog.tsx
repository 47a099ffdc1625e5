import { Alert, Button, Group, PasswordInput, Select, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useSubmit } from '../../api/forms.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import { type SavedSmtpSender, type SenderInput, useCheckSender, useSaveSender } from './queries.ts';

const logins = ['keep', 'new', 'none'] as const;
export type Login = (typeof logins)[number];

interface SenderValues extends Record<string, unknown> {
  name: string;
  fromName: string;
  from: string;
  host: string;
  port: number | string;
  security: SavedSmtpSender['security'];
  keepLogin: Login;
  user: string;
  password: string;
}

const valuesOf = (sender: SavedSmtpSender | null): SenderValues => ({
  name: sender?.name ?? '',
  fromName: sender?.fromName ?? '',
  from: sender?.fromAddress ?? '',
  host: sender?.host ?? '',
  port: sender?.port ?? 587,
  security: sender?.security ?? 'starttls',
  keepLogin: sender ? (sender.hasPassword ? 'keep' : 'none') : 'new',
  user: '',
  password: '',
});

/** The server's input: a login is complete, kept or left out. */
function inputOf({ keepLogin, user, password, port, ...rest }: SenderValues): SenderInput {
  const login = keepLogin === 'keep' ? { keepLogin: true } : keepLogin === 'new' ? { user, password } : {};
  return { ...rest, port: Number(port), ...login };
}

interface SenderDialogProps {
  opened: boolean;
  /** The one to change, or `null` for a new one. */
  sender: SavedSmtpSender | null;
  onClose: () => void;
}

export function SenderDialog({ opened, sender, onClose }: SenderDialogProps) {
  const { senders } = useTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={sender ? senders.edit : senders.add} size="lg">
      <SenderForm sender={sender} onClose={onClose} />
    </Dialog>
  );
}

function SenderForm({ sender, onClose }: Omit<SenderDialogProps, 'opened'>) {
  const { senders, common } = useTexts();
  const save = useSaveSender(sender?.id ?? null);
  const check = useCheckSender();
  // A result is valid only for the values that were checked.
  const form = useForm<SenderValues>({
    initialValues: valuesOf(sender),
    onValuesChange: () => check.reset(),
  });
  const saving = useSubmit(form, async (values) => {
    await save.mutateAsync(inputOf(values));
    notify(common.saved);
    onClose();
  });
  const checking = useSubmit(form, async (values) => {
    check.reset();
    const { name: _name, from: _from, fromName: _fromName, ...server } = inputOf(values);
    await check.mutateAsync({ ...server, ...(sender && { sender: sender.id }) });
  });
  return (
    <DialogForm
      {...saving}
      failure={saving.failure ?? checking.failure}
      action={common.save}
      onClose={onClose}
      aside={
        <Button variant="default" onClick={() => checking.submit()} loading={checking.busy}>
          {senders.check}
        </Button>
      }
    >
      <TextInput
        data-autofocus
        label={common.name}
        description={senders.nameHint}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Group grow align="flex-start">
        <TextInput
          label={senders.from}
          placeholder="orders@example.com"
          type="email"
          autoComplete="off"
          {...form.getInputProps('from')}
        />
        <TextInput
          label={`${senders.fromName} (${common.optional})`}
          autoComplete="off"
          {...form.getInputProps('fromName')}
        />
      </Group>
      <ServerFields form={form} hasLogin={sender?.hasPassword ?? false} />
      <CheckResult of={check.data ?? null} />
    </DialogForm>
  );
}

function ServerFields({ form, hasLogin }: { form: UseFormReturnType<SenderValues>; hasLogin: boolean }) {
  const { senders } = useTexts();
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={senders.host}
          placeholder="smtp.example.com"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('host')}
        />
        <NumberField label={senders.port} min={1} max={65535} isWhole {...form.getInputProps('port')} />
      </Group>
      <Select
        label={senders.security}
        data={(['starttls', 'tls', 'none'] as const).map((value) => ({
          value,
          label: senders.securities[value],
        }))}
        allowDeselect={false}
        {...form.getInputProps('security')}
      />
      <Select
        label={senders.login}
        data={logins
          .filter((value) => hasLogin || value !== 'keep')
          .map((value) => ({ value, label: senders.logins[value] }))}
        allowDeselect={false}
        {...form.getInputProps('keepLogin')}
      />
      {form.values.keepLogin === 'new' && (
        <Group grow align="flex-start">
          <TextInput
            label={senders.user}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('user')}
          />
          <PasswordInput
            label={senders.password}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': senders.showPassword }}
            {...form.getInputProps('password')}
          />
        </Group>
      )}
    </>
  );
}

function CheckResult({ of }: { of: { works: boolean; sentence: string | null } | null }) {
  const { senders } = useTexts();
  const said = useTranslateMessage();
  if (!of) return null;
  return of.works ? (
    <Alert color="pine" variant="light" icon={<IconCheck />} role="status" title={senders.works}>
      {senders.worksHint}
    </Alert>
  ) : (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" title={senders.fails}>
      {of.sentence && said(of.sentence)}
    </Alert>
  );
}
