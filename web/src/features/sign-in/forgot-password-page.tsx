import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useSignInOptions } from './create-account.ts';

/** Responds the same for every address, so that it doesn't reveal whether an account exists. */
export function Page() {
  const { signIn } = useTexts();
  const [sent, setSent] = useState(false);
  const { data: offer } = useSignInOptions();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const { submit, busy, failure } = useSubmit(form, async ({ email }) => {
    await authApi.post('/request-password-reset', { email });
    setSent(true);
  });
  const footer = (
    <Anchor component={Link} to="/sign-in" inherit>
      {signIn.backToSignIn}
    </Anchor>
  );
  if (offer && !offer.sendsMail)
    return <StandalonePage title={signIn.forgotTitle} lead={signIn.noMails} footer={footer} />;
  if (sent)
    return (
      <StandalonePage
        title={signIn.linkSent}
        lead={<span role="status">{signIn.linkSentHint}</span>}
        footer={footer}
      />
    );
  return (
    <StandalonePage title={signIn.forgotTitle} lead={signIn.forgotLead} footer={footer}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          <TextInput
            label={signIn.email}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={busy} fullWidth>
            {signIn.sendLink}
          </Button>
        </Stack>
      </form>
    </StandalonePage>
  );
}
