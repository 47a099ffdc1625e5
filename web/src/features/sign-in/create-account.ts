import { useQuery } from '@tanstack/react-query';
import { ApiError, appApi, authApi } from '../../api/client.ts';

interface SignInOffer {
  signUp: 'open' | 'invited';
  sendsMail: boolean;
  /** Whether nobody has an account yet, and the first one takes the setup code. */
  needsSetupCode: boolean;
}

/** What this installation offers to those who are not signed in. */
export const useSignInOffer = () =>
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
 * Makes an account and signs in with it; `false` if its password is to be set by a mailed link. Making one says the same
 * for every address, so that only signing in tells one that has an account already.
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
