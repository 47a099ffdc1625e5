import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../api/session.ts';

/** Leads to the sign-in page as soon as a call finds that the person was signed out elsewhere. */
export function useRedirectWhenSignedOut() {
  const { data } = useQuery(sessionQuery);
  const router = useRouter();
  useEffect(() => {
    if (data === null) void router.invalidate();
  }, [data, router]);
}
