import { useQuery } from '@tanstack/react-query';
import { ApiError, appApi, authApi } from '../../api/client.ts';

interface SignInOffer {
  signUp: 'open' | 'invited';
  sendsMail: boolean;
  /** Whether no account exists yet, so that the first one requires the setup code. */
  needsSetupCode: boolean;
}

/** The sign-in options of this installation. */
export const useSignInOptions = () =>
  useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => appApi.get<SignInOffer>('/sign-in', { signal }),
  });

export interface AccountToCreate {
  name: string;
  email: string;
  password: string;
  invitation?: string;
  setupCode?: string;
}

/**
 * Creates an account and signs in; `false` if a password link was emailed instead. Sign-up responds the same
 * for every address, so only signing in reveals that an account already exists.
 */
export async function createAccount(account: AccountToCreate): Promise<boolean> {
  const { status } = await authApi.post<{ status: 'created' | 'mailed' }>('/sign-up/email', account, {
    needsSession: false,
  });
  if (status === 'mailed') return false;
  const { email, password } = account;
  await authApi.post('/sign-in/email', { email, password }, { needsSession: false }).catch((error) => {
    const isTaken = error instanceof ApiError && error.status === 401;
    throw isTaken ? new ApiError(409, error.message, 'USER_ALREADY_EXISTS') : error;
  });
  return true;
}
