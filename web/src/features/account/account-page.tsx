import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { appApi } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { ConfirmDelete } from '../../parts/confirm.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Devices, SignInEvents } from './devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm, ProfileForm } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';

function DeleteAccount() {
  const { account } = useTexts();
  const { email } = useSession().person;
  const [asking, setAsking] = useState(false);
  const run = async () => {
    await appApi.post('/account/delete', { email });
    // Everything that was read belongs to a deleted account.
    window.location.assign('/');
  };
  return (
    <Section
      title={account.deleteAccount}
      hint={account.deleteAccountHint}
      action={
        <Button variant="default" onClick={() => setAsking(true)}>
          {account.deleteAccount}
        </Button>
      }
    >
      <ConfirmDelete
        opened={asking}
        title={`${account.deleteAccount}?`}
        typing={email}
        run={run}
        onClose={() => setAsking(false)}
      >
        {account.deleteAccountText}
      </ConfirmDelete>
    </Section>
  );
}

export function Page() {
  const { account, pages } = useTexts();
  return (
    <>
      <PageHeader title={pages.account} lead={account.lead} />
      <Stack gap="lg" maw={720}>
        <ProfileForm />
        <PasswordForm />
        <SecondFactor />
        <Passkeys />
        <Devices />
        <SignInEvents />
        <DeleteAccount />
      </Stack>
    </>
  );
}
