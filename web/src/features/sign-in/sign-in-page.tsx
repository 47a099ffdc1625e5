import { Alert, Anchor, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { authApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { PasskeyCancelled, passkeysSupported, signInWithPasskey } from './passkeys.ts';

export function Page() {
  const { signIn } = useTexts();
  const [params] = useSearchParams();
  const afterSignIn = useAfterSignIn();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: params['email'] ?? '', password: '' },
  });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    await authApi.post('/sign-in/email', values);
    await afterSignIn();
  });
  return (
    <StandalonePage
      title={signIn.title}
      lead={signIn.lead}
      footer={
        <>
          {signIn.noAccount}{' '}
          <Anchor component={Link} to="/sign-up" search={params as never} inherit>
            {signIn.toSignUp}
          </Anchor>
        </>
      }
    >
      {params['reset'] && (
        <Alert mb="md" py="xs" role="status">
          {signIn.passwordSet}
        </Alert>
      )}
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          <TextInput
            label={signIn.email}
            type="email"
            autoComplete="username webauthn"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={signIn.password}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end" mt={-8}>
            <Anchor component={Link} to="/forgot-password" size="sm">
              {signIn.forgot}
            </Anchor>
          </Group>
          <Button type="submit" loading={busy} fullWidth>
            {signIn.submit}
          </Button>
        </Stack>
      </form>
      {passkeysSupported() && <PasskeyButton />}
    </StandalonePage>
  );
}

function PasskeyButton() {
  const { signIn } = useTexts();
  const errorText = useErrorText();
  const afterSignIn = useAfterSignIn();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await signInWithPasskey();
      await afterSignIn();
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
