import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { passkeysSupported, signInWithPasskey } from './passkeys.ts';

const CodeForm = lazy(async () => ({ default: (await import('./code-form.tsx')).CodeForm }));

interface SignInFormProps {
  email: string;
  /** Signs the same person in again on top of their page, without leaving it. */
  again?: boolean;
  onSignedIn: () => Promise<void>;
}

/** Signs in by password, possibly followed by a code, or by passkey. */
export function SignInForm({ email, again = false, onSignedIn }: SignInFormProps) {
  const { signIn } = useTexts();
  const [owesCode, setOwesCode] = useState(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    const answer = await authApi.post<{ twoFactorRedirect?: boolean }>('/sign-in/email', values, {
      needsSession: false,
    });
    if (answer.twoFactorRedirect) setOwesCode(true);
    else await onSignedIn();
  });
  if (owesCode)
    return (
      <Suspense>
        <CodeForm onSignedIn={onSignedIn} onBack={() => setOwesCode(false)} />
      </Suspense>
    );
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
      {passkeysSupported() && (
        <PasskeyButton
          label={signIn.withPasskey}
          run={async () => {
            await signInWithPasskey();
            await onSignedIn();
          }}
        />
      )}
    </>
  );
}
