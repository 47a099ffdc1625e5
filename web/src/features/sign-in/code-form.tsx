import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CodeField } from './code-field.tsx';

/** The second step of a sign-in, after the password. */
export function CodeForm({ onSignedIn, onBack }: { onSignedIn: () => Promise<void>; onBack: () => void }) {
  const { signIn } = useTexts();
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    const code = values.code.replace(/\s/g, '');
    const path = /^\d{6}$/.test(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
    await authApi.post(path, { code }, { needsSession: false });
    await onSignedIn();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure text={failure} />
        <CodeField autoFocus key={form.key('code')} {...form.getInputProps('code')} />
        <Button type="submit" loading={busy} fullWidth>
          {signIn.submit}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {signIn.backToPassword}
        </Button>
      </Stack>
    </form>
  );
}
