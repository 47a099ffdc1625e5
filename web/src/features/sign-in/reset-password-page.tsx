import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { MIN_PASSWORD } from './account-fields.tsx';

/** The target of links in password reset emails, and of those an operator hands out. */
export function Page() {
  const { signIn } = useTexts();
  const [{ token }] = useSearchParams();
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newPassword: '' },
    validate: { newPassword: (value) => (value.length < MIN_PASSWORD ? signIn.passwordShort : null) },
  });
  const { submit, busy, failure } = useSubmit(form, async ({ newPassword }) => {
    await authApi.post('/reset-password', { token, newPassword });
    await navigate({ to: '/sign-in', search: { reset: '1' } as never });
  });
  const newLink = (
    <Anchor component={Link} to="/forgot-password" inherit>
      {signIn.newLink}
    </Anchor>
  );
  if (!token)
    return <StandalonePage title={signIn.linkBroken} lead={signIn.linkBrokenHint} footer={newLink} />;
  return (
    <StandalonePage title={signIn.resetTitle} footer={failure && newLink}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          <PasswordInput
            label={signIn.newPassword}
            description={signIn.passwordHint}
            autoComplete="new-password"
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Button type="submit" loading={busy} fullWidth>
            {signIn.setPassword}
          </Button>
        </Stack>
      </form>
    </StandalonePage>
  );
}
