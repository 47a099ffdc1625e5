import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { appApi } from '../api/client.ts';
import { useSubmit } from '../api/forms.ts';
import { CodeField } from '../features/sign-in/code-field.tsx';
import { PasskeyButton } from '../features/sign-in/passkey-button.tsx';
import { askForPasskey, passkeysSupported } from '../features/sign-in/passkeys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { useTexts } from '../texts/texts.tsx';

interface StepUpProps {
  email: string;
  /** Whether to ask for a code, if the person has a second factor, instead of the password. */
  byCode: boolean;
  opened: boolean;
  onProven: () => void;
  onClose: () => void;
}

/** Shown on top of a page whose request needs a recent confirmation. */
export function StepUp({ opened, onClose, ...rest }: StepUpProps) {
  const { signIn } = useTexts();
  return (
    // Above any dialog that sent the request. Escape is disabled, because it would close that dialog as well.
    <Dialog opened={opened} onClose={onClose} title={signIn.proveTitle} zIndex={400} closeOnEscape={false}>
      <Proof {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Proof({ email, byCode, onProven, onClose }: Omit<StepUpProps, 'opened'>) {
  const { signIn } = useTexts();
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '', password: '' } });
  const prove = (proof: object) => appApi.post('/step-up', proof);
  const sending = useSubmit(form, async ({ code, password }) => {
    await prove(byCode ? { code } : { password });
    onProven();
  });
  return (
    <>
      <DialogForm
        {...sending}
        action={signIn.prove}
        onClose={onClose}
        lead={<Text size="sm">{signIn.proveLead}</Text>}
      >
        {/* Password managers need to know whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {byCode ? (
          <CodeField key={form.key('code')} {...form.getInputProps('code')} />
        ) : (
          <PasswordInput
            data-autofocus
            label={signIn.password}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
        )}
      </DialogForm>
      {passkeysSupported() && (
        <PasskeyButton
          label={signIn.proveWithPasskey}
          run={async () => {
            await prove({ passkey: await askForPasskey() });
            onProven();
          }}
        />
      )}
    </>
  );
}
