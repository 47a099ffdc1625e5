import { Anchor, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { authApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PasskeyCancelled, passkeysSupported, signInWithPasskey } from './passkeys.ts';

interface SignInFormProps {
  email: string;
  /** Whether it is clear who signs in: over a page of theirs that must not be left. */
  again?: boolean;
  onSignedIn: () => Promise<void>;
}

/** By password or passkey. */
export function SignInForm({ email, again = false, onSignedIn }: SignInFormProps) {
  const { signIn } = useTexts();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    await authApi.post('/sign-in/email', values, { needsSession: false });
    await onSignedIn();
  });
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          <TextInput
            label={signIn.email}
            type="email"
            autoComplete="username webauthn"
            readOnly={again}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={signIn.password}
            autoComplete="current-password"
            data-autofocus={again || undefined}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end" mt={-8}>
            <Anchor
              component={Link}
              to="/forgot-password"
              size="sm"
              {...(again && { target: '_blank', rel: 'noopener' })}
            >
              {signIn.forgot}
            </Anchor>
          </Group>
          <Button type="submit" loading={busy} fullWidth>
            {signIn.submit}
          </Button>
        </Stack>
      </form>
      {passkeysSupported() && <PasskeyButton onSignedIn={onSignedIn} />}
    </>
  );
}

function PasskeyButton({ onSignedIn }: Pick<SignInFormProps, 'onSignedIn'>) {
  const { signIn } = useTexts();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await signInWithPasskey();
      await onSignedIn();
    } catch (error) {
      setFailure(error instanceof PasskeyCancelled ? signIn.passkeyStopped : errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack mt="md">
      <Divider label={signIn.or} />
      <FormFailure text={failure} />
      <Button
        variant="default"
        fullWidth
        loading={busy}
        onClick={() => void start()}
        leftSection={<IconFingerprint size={18} aria-hidden />}
      >
        {signIn.withPasskey}
      </Button>
    </Stack>
  );
}
