import { useNavigate } from '@tanstack/react-router';
import { useRefreshSession } from '../../api/session.ts';
import { broadcastSessionNews } from '../../api/session-channel.ts';
import { useSearchParams } from '../../parts/search-params.ts';

/** Only a path of our own: an address of another host must not be where a sign-in leads. */
export const ownPath = (next: string | undefined) =>
  next && /^\/(?![/\\])/.test(next) && new URL(next, 'http://own.test').host === 'own.test' ? next : '/';

/** Leads to where the person wanted to go. */
export function useAfterSignIn() {
  const [{ next }] = useSearchParams();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  return async () => {
    const session = await refreshSession();
    if (session) broadcastSessionNews({ person: session.person.id });
    await navigate({ href: ownPath(next) });
  };
}
