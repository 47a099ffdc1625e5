import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Role } from 'outstep/kernel/access-levels.ts';
import { useState } from 'react';
import { ApiError, appApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useSubmit } from '../../api/forms.ts';
import { type Session, sessionQuery, useRefreshSession } from '../../api/session.ts';
import { Failure, FormFailure } from '../../parts/failure.tsx';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { storePath } from '../../parts/store-path.ts';
import { useSignOut } from '../../parts/use-sign-out.ts';
import { useTexts } from '../../texts/texts.tsx';
import { AccountFields, useNewAccountForm } from './account-fields.tsx';
import { createAccount } from './create-account.ts';

interface InvitationPreview {
  store: { name: string };
  inviter: { name: string };
  role: Role;
  email: string;
}

/** The target of an invitation link: the person signs up or in, and joins the store. */
export function Page() {
  const { signIn, common } = useTexts();
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const session = useQuery(sessionQuery);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      appApi.get<InvitationPreview>(`/invitations/${encodeURIComponent(token)}`, { signal }),
  });
  if (invitation.error instanceof ApiError && invitation.error.status === 404)
    return <StandalonePage title={signIn.invitationBroken} lead={signIn.invitationBrokenHint} />;
  if (invitation.isError || session.isError)
    return (
      <StandalonePage title={signIn.invitationBroken}>
        <Failure
          error={invitation.error ?? session.error}
          retry={() => Promise.all([invitation.refetch(), session.refetch()])}
        />
      </StandalonePage>
    );
  if (!invitation.data || session.data === undefined)
    return (
      <StandalonePage title={common.loading}>
        <Skeleton height={36} />
      </StandalonePage>
    );
  const { store, inviter, role, email } = invitation.data;
  const person = session.data?.person;
  const same = person?.email.toLowerCase() === email.toLowerCase();
  const signInLink = (
    <>
      {signIn.haveAccount}{' '}
      <Anchor
        component={Link}
        to="/sign-in"
        search={{ next: `/invitations/${token}`, email } as never}
        inherit
      >
        {signIn.toSignIn}
      </Anchor>
    </>
  );
  return (
    <StandalonePage
      title={signIn.invitationTitle(store.name)}
      lead={`${signIn.invitationLead(inviter.name || common.theOperator, common.roles[role])} ${signIn.invitationFor(email)}`}
      footer={!person && signInLink}
    >
      {!person ? (
        <SignUpAndJoin token={token} email={email} />
      ) : same ? (
        <Join token={token} />
      ) : (
        <OtherPerson person={person} />
      )}
    </StandalonePage>
  );
}

function useJoin(token: string) {
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  return async () => {
    const { id } = await appApi.post<{ id: string }>(`/invitations/${encodeURIComponent(token)}/accept`, {});
    await refreshSession();
    await navigate({ to: storePath(id, '') });
  };
}

function SignUpAndJoin({ token, email }: { token: string; email: string }) {
  const { signIn } = useTexts();
  const join = useJoin(token);
  const form = useNewAccountForm({ email });
  const { submit, busy, failure } = useSubmit(form, async (values) => {
    await createAccount({ ...values, invitation: token });
    await join();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure text={failure} />
        <AccountFields form={form} fixedEmail />
        <Button type="submit" loading={busy} fullWidth>
          {signIn.join}
        </Button>
      </Stack>
    </form>
  );
}

function Join({ token }: { token: string }) {
  const { signIn } = useTexts();
  const errorText = useErrorText();
  const join = useJoin(token);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    await join().catch((error: unknown) => setFailure(errorText(error)));
    setBusy(false);
  };
  return (
    <Stack>
      <FormFailure text={failure} />
      <Button loading={busy} fullWidth onClick={() => void start()}>
        {signIn.join}
      </Button>
    </Stack>
  );
}

function OtherPerson({ person }: { person: Session['person'] }) {
  const { signIn, shell } = useTexts();
  const signOut = useSignOut(person);
  return (
    <Stack>
      <FormFailure text={signIn.invitationOther(person.email)} />
      <Button variant="default" fullWidth onClick={() => void signOut()}>
        {shell.signOut}
      </Button>
    </Stack>
  );
}
