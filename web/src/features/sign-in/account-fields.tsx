import { PasswordInput, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useTexts } from '../../texts/texts.tsx';

/** Mirrors the server's minimum, which has the final say. */
export const MIN_PASSWORD = 12;

export interface AccountFormValues extends Record<string, string> {
  name: string;
  email: string;
  password: string;
  setupCode: string;
}

export function useNewAccountForm({ email = '', withPassword = true }) {
  const { signIn, reasons } = useTexts();
  return useForm<AccountFormValues>({
    mode: 'uncontrolled',
    initialValues: { name: '', email, password: '', setupCode: '' },
    validate: {
      name: (value) => (value.trim() ? null : (reasons.required ?? null)),
      email: (value) => (value.trim() ? null : (reasons.required ?? null)),
      password: (value) => (withPassword && value.length < MIN_PASSWORD ? signIn.passwordShort : null),
    },
  });
}

/** Name, email and password for signing up or accepting an invitation, which fixes the email. */
export function AccountFields({
  form,
  fixedEmail,
  withPassword = true,
}: {
  form: UseFormReturnType<AccountFormValues>;
  fixedEmail?: boolean;
  withPassword?: boolean;
}) {
  const { signIn } = useTexts();
  return (
    <>
      <TextInput
        label={signIn.yourName}
        autoComplete="name"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={signIn.email}
        type="email"
        autoComplete="username"
        readOnly={fixedEmail ?? false}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      {withPassword && (
        <PasswordInput
          label={signIn.password}
          description={signIn.passwordHint}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      )}
    </>
  );
}
