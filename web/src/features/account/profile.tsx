import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { authApi } from '../../api/client.ts';
import { useSubmit } from '../../api/forms.ts';
import { useRefreshSession, useSession } from '../../api/session.ts';
import { FormFailure } from '../../parts/failure.tsx';
import { notify } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { MIN_PASSWORD } from '../sign-in/account-fields.tsx';
import { useAccountWrite } from './queries.ts';

export function ProfileForm() {
  const { account, common, reasons } = useTexts();
  const { person } = useSession();
  const refreshSession = useRefreshSession();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: person.name },
    validate: { name: (value) => (value.trim() ? null : (reasons.required ?? null)) },
  });
  const { submit, busy, failure } = useSubmit(form, async ({ name }) => {
    await authApi.post('/update-user', { name: name.trim() });
    await refreshSession();
    notify(account.nameSaved);
  });
  return (
    <Section title={account.profile}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          <TextInput
            label={common.name}
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={common.email}
            description={account.emailFixed}
            value={person.email}
            readOnly
            variant="filled"
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

export function PasswordForm() {
  const { account, signIn } = useTexts();
  const { person } = useSession();
  const change = useAccountWrite((values: Record<string, unknown>) =>
    authApi.post('/change-password', { ...values, revokeOtherSessions: true }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { newPassword: (value) => (value.length < MIN_PASSWORD ? signIn.passwordShort : null) },
  });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    await change.mutateAsync(values);
    form.reset();
    notify(account.passwordChanged);
  });
  return (
    <Section title={account.password}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormFailure text={failure} />
          {/* Password managers need to know whose password this is. */}
          <input type="text" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordInput
            label={account.currentPassword}
            autoComplete="current-password"
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label={account.newPassword}
            description={signIn.passwordHint}
            autoComplete="new-password"
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {account.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
