import { etagOf } from 'outstep/kernel/etag.ts';
import { useEffect } from 'react';
import { useRefetchIfStale } from '../../api/queries.ts';
import type { Layout } from './queries.ts';

/** Four requests a minute of the 300 that a person has. */
const EVERY_MS = 15_000;

/**
 * Checks periodically, and on returning to the page, whether another person has saved, and refetches if so.
 */
export function useRefetchOnRemoteSave({ id, version }: Layout) {
  const readAgain = useRefetchIfStale<Layout>(`/email-templates/${id}`);
  useEffect(() => {
    let isAsking = false;
    const fetchChanges = async () => {
      if (document.hidden || isAsking) return;
      isAsking = true;
      // A failed read is retried soon; saving reports the error.
      await readAgain(etagOf({ revision: version })).catch(() => undefined);
      isAsking = false;
    };
    const timer = setInterval(fetchChanges, EVERY_MS);
    window.addEventListener('focus', fetchChanges);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', fetchChanges);
    };
  }, [readAgain, version]);
}
