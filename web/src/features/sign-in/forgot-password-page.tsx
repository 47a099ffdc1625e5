import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { appApi, authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** Says the same for every address: whether there is an account is nobody's business. */
export function Page() {
  const { signIn } = useTexts();
  const [sent, setSent] = useState(false);
  const { data: door } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => appApi.get<{ sendsMail: boolean }>('/sign-in', { signal }),
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const { submit, busy, failure } = useSubmit(form, async ({ email }) => {
    await authApi.post('/request-password-reset', { email, redirectTo: '/reset-password' });
    setSent(true);
  });
  const footer = (
    <Anchor component={Link} to="/sign-in" inherit>
      {signIn.backToSignIn}
    </Anchor>
  );
  if (door && !door.sendsMail)
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
