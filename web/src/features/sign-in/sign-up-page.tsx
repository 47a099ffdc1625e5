import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AccountFields, useNewAccountForm } from './account-fields.tsx';
import { useAfterSignIn } from './after-sign-in.ts';

export function Page() {
  const { signIn } = useTexts();
  const [params] = useSearchParams();
  const afterSignIn = useAfterSignIn();
  const form = useNewAccountForm();
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    await authApi.post('/sign-up/email', values);
    await afterSignIn();
  });
  return (
    <StandalonePage
      title={signIn.signUpTitle}
      lead={signIn.lead}
      footer={
        <>
          {signIn.haveAccount}{' '}
          <Anchor component={Link} to="/sign-in" search={params as never} inherit>
            {signIn.toSignIn}
          </Anchor>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          <AccountFields form={form} />
          <Button type="submit" loading={busy} fullWidth>
            {signIn.signUp}
          </Button>
        </Stack>
      </form>
    </StandalonePage>
  );
}
