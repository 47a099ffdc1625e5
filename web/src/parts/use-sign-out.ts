import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { authApi } from '../api/client.ts';
import { useErrorText } from '../api/error-text.ts';
import { sessionQuery } from '../api/session.ts';
import { notifyFailure } from './notify.ts';

/** Ends the session on the server and forgets what was read with it. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  return async () => {
    try {
      await authApi.post('/sign-out', {});
    } catch (error) {
      notifyFailure(errorText(error));
      return;
    }
    await navigate({ to: '/sign-in' });
    queries.clear();
    queries.setQueryData(sessionQuery.queryKey, null);
  };
}
