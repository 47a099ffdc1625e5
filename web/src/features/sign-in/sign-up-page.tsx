import { Anchor, Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSubmit } from '../../api/forms.ts';
import { Failure, FormFailure } from '../../parts/failure.tsx';
import { useSearchParams } from '../../parts/search-params.ts';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AccountFields, useNewAccountForm } from './account-fields.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { createAccount, useSignInOptions } from './create-account.ts';

export function Page() {
  const { signIn } = useTexts();
  const [params] = useSearchParams();
  const { data: offer, error, refetch } = useSignInOptions();
  const [mailed, setMailed] = useState(false);
  const footer = (
    <>
      {signIn.haveAccount}{' '}
      <Anchor component={Link} to="/sign-in" search={params as never} inherit>
        {signIn.toSignIn}
      </Anchor>
    </>
  );
  if (mailed)
    return (
      <StandalonePage
        title={signIn.linkSent}
        lead={<span role="status">{signIn.accountMailed}</span>}
        footer={footer}
      />
    );
  if (offer?.signUp === 'invited' && !offer.needsSetupCode)
    return <StandalonePage title={signIn.signUpTitle} lead={signIn.invitedOnly} footer={footer} />;
  return (
    <StandalonePage
      title={signIn.signUpTitle}
      lead={offer?.needsSetupCode ? signIn.setupLead : signIn.lead}
      footer={footer}
    >
      {error && <Failure error={error} retry={refetch} />}
      {!offer && !error && <Skeleton height={36} />}
      {offer && (
        <SignUpForm
          setup={offer.needsSetupCode}
          byMail={offer.signUp === 'open' && offer.sendsMail}
          onMailed={() => setMailed(true)}
        />
      )}
    </StandalonePage>
  );
}

interface SignUpFormProps {
  setup: boolean;
  /** Whether the password is chosen later through an emailed link. */
  byMail: boolean;
  onMailed: () => void;
}

function SignUpForm({ setup, byMail, onMailed }: SignUpFormProps) {
  const { signIn } = useTexts();
  const afterSignIn = useAfterSignIn();
  const form = useNewAccountForm({ withPassword: !byMail });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    if (await createAccount(values)) await afterSignIn();
    else onMailed();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure text={failure} />
        {setup && (
          <TextInput
            label={signIn.setupCode}
            description={signIn.setupCodeHint}
            autoComplete="off"
            key={form.key('setupCode')}
            {...form.getInputProps('setupCode')}
          />
        )}
        <AccountFields form={form} withPassword={!byMail} />
        <Button type="submit" loading={busy} fullWidth>
          {byMail ? signIn.sendLink : signIn.signUp}
        </Button>
      </Stack>
    </form>
  );
}
