import { useEffect } from 'react';
import { etagOf } from '../../../../server/src/kernel/etag.ts';
import { useReadAgain } from '../../api/queries.ts';
import type { Layout } from './queries.ts';

/** Four requests a minute of the 300 that a person has. */
const EVERY_MS = 15_000;

/** Asks whether somebody else saved, now and then and when one comes back to the page; what is new is read by all. */
export function useOthersChanges({ id, version }: Layout) {
  const readAgain = useReadAgain<Layout>(`/email-templates/${id}`);
  useEffect(() => {
    let isAsking = false;
    const ask = async () => {
      if (document.hidden || isAsking) return;
      isAsking = true;
      // What cannot be asked now is asked again soon; saving tells what is wrong.
      await readAgain(etagOf({ revision: version })).catch(() => undefined);
      isAsking = false;
    };
    const timer = setInterval(ask, EVERY_MS);
    window.addEventListener('focus', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
    };
  }, [readAgain, version]);
}
