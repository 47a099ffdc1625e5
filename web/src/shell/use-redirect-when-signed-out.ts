import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../api/session.ts';

/** Whoever was signed out elsewhere is led to the sign-in page as soon as a call says so. */
export function useRedirectWhenSignedOut() {
  const { data } = useQuery(sessionQuery);
  const router = useRouter();
  useEffect(() => {
    if (data === null) void router.invalidate();
  }, [data, router]);
}
