import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSearchParams } from '../../parts/search-params.ts';
import { StandalonePage } from '../../parts/standalone-page.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useAfterSignIn } from './after-sign-in.ts';
import { useSignInOptions } from './create-account.ts';
import { SignInForm } from './sign-in-form.tsx';

export function Page() {
  const { signIn } = useTexts();
  const [params] = useSearchParams();
  const { data: offer } = useSignInOptions();
  const byInvitation = offer?.signUp === 'invited' && !offer.needsSetupCode;
  return (
    <StandalonePage
      title={signIn.title}
      lead={signIn.lead}
      footer={
        !byInvitation && (
          <>
            {signIn.noAccount}{' '}
            <Anchor component={Link} to="/sign-up" search={params as never} inherit>
              {signIn.toSignUp}
            </Anchor>
          </>
        )
      }
    >
      {params['reset'] && (
        <Alert mb="md" py="xs" role="status">
          {signIn.passwordSet}
        </Alert>
      )}
      <SignInForm email={params['email'] ?? ''} onSignedIn={useAfterSignIn()} />
    </StandalonePage>
  );
}
