import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { useRefreshSession, useSession } from '../../api/session.ts';
import { CopyOnceContent } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ConfirmApp } from './confirm-app.tsx';
import { useAccountWrite } from './queries.ts';

export type SecondFactorTask = 'turn-on' | 'turn-off' | 'new-codes';

interface SecondFactorDialogProps {
  task: SecondFactorTask;
  opened: boolean;
  onClose: () => void;
}

/** The response to enabling it; shown once. */
interface NewSecondFactor {
  totpURI: string;
  backupCodes: string[];
}

export function SecondFactorDialog({ task, opened, onClose }: SecondFactorDialogProps) {
  const { account } = useTexts();
  const titles = {
    'turn-on': account.turnOnTitle,
    'turn-off': account.turnOffTitle,
    'new-codes': account.newRecoveryCodes,
  };
  const tasks = { 'turn-on': TurnOn, 'turn-off': TurnOff, 'new-codes': NewCodes };
  const Task = tasks[task];
  return (
    // A click outside must not close codes that are shown only once.
    <Dialog opened={opened} onClose={onClose} title={titles[task]} closeOnClickOutside={false}>
      <Task onClose={onClose} />
    </Dialog>
  );
}

interface TaskProps {
  onClose: () => void;
}

function TurnOn({ onClose }: TaskProps) {
  const { account } = useTexts();
  const refreshSession = useRefreshSession();
  const enable = useAccountWrite((password: string) =>
    authApi.post<NewSecondFactor>('/two-factor/enable', { password }),
  );
  const [made, setMade] = useState<NewSecondFactor | null>(null);
  const [isOn, setIsOn] = useState(false);
  if (made && isOn) return <RecoveryCodes codes={made.backupCodes} onClose={onClose} />;
  if (made)
    return (
      <ConfirmApp
        uri={made.totpURI}
        onConfirmed={() => {
          setIsOn(true);
          void refreshSession();
        }}
        onClose={onClose}
      />
    );
  return (
    <AskPassword
      lead={account.turnOnLead}
      action={account.next}
      onClose={onClose}
      send={async (password) => setMade(await enable.mutateAsync(password))}
    />
  );
}

function TurnOff({ onClose }: TaskProps) {
  const { account } = useTexts();
  const refreshSession = useRefreshSession();
  const disable = useAccountWrite((password: string) => authApi.post('/two-factor/disable', { password }));
  return (
    <AskPassword
      lead={account.turnOffLead}
      action={account.turnOff}
      onClose={onClose}
      send={async (password) => {
        await disable.mutateAsync(password);
        notify(account.turnedOff);
        onClose();
        await refreshSession();
      }}
    />
  );
}

function NewCodes({ onClose }: TaskProps) {
  const { account } = useTexts();
  const make = useAccountWrite((password: string) =>
    authApi.post<NewSecondFactor>('/two-factor/generate-backup-codes', { password }),
  );
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <AskPassword
      lead={account.newRecoveryCodesLead}
      action={account.makeCodes}
      onClose={onClose}
      send={async (password) => setCodes((await make.mutateAsync(password)).backupCodes)}
    />
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { account } = useTexts();
  return (
    <CopyOnceContent
      label={account.recoveryCodes}
      text={codes.join('\n')}
      hint={account.recoveryCodesHint}
      onClose={onClose}
    />
  );
}

interface AskPasswordProps extends TaskProps {
  lead: ReactNode;
  action: string;
  send: (password: string) => Promise<void>;
}

function AskPassword({ lead, action, send, onClose }: AskPasswordProps) {
  const { signIn } = useTexts();
  const { person } = useSession();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const sending = useSubmit(form, ({ password }) => send(password));
  return (
    <DialogForm {...sending} action={action} onClose={onClose} lead={<Text size="sm">{lead}</Text>}>
      {/* Password managers need to know whose password this is. */}
      <input type="text" autoComplete="username" value={person.email} readOnly hidden />
      <PasswordInput
        data-autofocus
        label={signIn.password}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </DialogForm>
  );
}
