import { useNavigate } from '@tanstack/react-router';
import { useRefreshSession } from '../../api/session.ts';
import { broadcastSessionNews } from '../../api/session-channel.ts';
import { useSearchParams } from '../../parts/search-params.ts';

/** Accepts only a path of this app, so that sign-in cannot redirect to another host. */
export const safeRedirectPath = (next: string | undefined) =>
  next && /^\/(?![/\\])/.test(next) && new URL(next, 'http://own.test').host === 'own.test' ? next : '/';

/** Navigates to the page that the person originally requested. */
export function useAfterSignIn() {
  const [{ next }] = useSearchParams();
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  return async () => {
    const session = await refreshSession();
    if (session) broadcastSessionNews({ person: session.person.id });
    await navigate({ href: safeRedirectPath(next) });
  };
}
