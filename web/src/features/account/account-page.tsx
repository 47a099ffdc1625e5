import { Stack } from '@mantine/core';
import { PageHeader } from '../../parts/page-header.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Devices } from './devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm, ProfileForm } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SignInEvents } from './sign-in-events.tsx';

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
