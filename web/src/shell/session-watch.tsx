import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { hearSession, tellSession } from '../api/session-channel.ts';
import { onSessionEnd } from '../api/session-end.ts';
import { useSession } from '../api/session.ts';
import { dropAllDrafts } from '../parts/drafts/draft-store.ts';
import { leaveAtOnce } from '../parts/leave-at-once.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/**
 * The session may end while a page is open: then the person signs in over it, and the calls that wait go on. If
 * somebody else signs in, here or in another tab, nothing of the page stays.
 */
export function SessionWatch() {
  const { person } = useSession();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  const settle = (signedIn: boolean) => {
    waiting.current?.resolve(signedIn);
    waiting.current = null;
    setState((before) => (before === 'open' ? 'closed' : before));
  };
  const meet = (id: string | null) => {
    if (id === person.id) return settle(true);
    if (id !== null) return leaveAtOnce('/');
    // Signed out in another tab, which has removed the drafts; this one may have written since.
    void dropAllDrafts(person.id).then(() => leaveAtOnce('/sign-in'));
  };
  useEffect(
    () =>
      onSessionEnd(() => {
        waiting.current ??= Promise.withResolvers();
        setState('open');
        return waiting.current.promise;
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is at work here does not change
  useEffect(() => hearSession(({ person: id }) => meet(id)), [person.id]);
  if (state === 'never') return null;
  return (
    <Suspense>
      <SignInAgain
        email={person.email}
        opened={state === 'open'}
        onSignedIn={({ id }) => {
          tellSession({ person: id });
          meet(id);
        }}
        onOther={() => leaveAtOnce('/sign-in')}
        onClose={() => settle(false)}
      />
    </Suspense>
  );
}
