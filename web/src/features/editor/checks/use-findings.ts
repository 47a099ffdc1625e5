import { useEffect, useState } from 'react';
import {
  findingsOf,
  type MailFinding,
} from '../../../../../server/src/features/rendering/design/findings/findings.rules.ts';
import { type CheckedMail, useFacts } from './use-facts.ts';

/** Nobody looks at checks while they write. */
const REST_MS = 500;
/** A page that is never idle is checked all the same. */
const LATEST_MS = 3000;

/** Calls back when the page has nothing else to do; Safari cannot tell, and is asked a moment later. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, REST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** What could be better in the mail, soon after it has come to rest; `found` is `null` until it was looked at. */
export function useFindings(mail: CheckedMail) {
  const facts = useFacts(mail);
  const [found, setFound] = useState<readonly MailFinding[] | null>(null);
  useEffect(() => {
    let cancel = () => {};
    const timer = setTimeout(() => {
      cancel = whenIdle(() => setFound(findingsOf(facts())));
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [facts]);
  return { found, checkNow: () => findingsOf(facts()) };
}

/** Tells findings apart. */
export const keyOf = ({ rule, field, preset, values }: MailFinding) =>
  `${rule} ${field} ${preset?.field ?? ''} ${JSON.stringify(values)}`;
