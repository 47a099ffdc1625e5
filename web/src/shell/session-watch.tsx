import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSession } from '../api/session.ts';
import { broadcastSessionNews, onSessionNews } from '../api/session-channel.ts';
import { type MissingAuth, onMissingAuth } from '../api/session-end.ts';
import { dropAllDrafts } from '../parts/drafts/draft-store.ts';
import { leaveWithoutPrompt } from '../parts/leave-without-prompt.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));
const StepUp = lazy(async () => ({ default: (await import('./step-up.tsx')).StepUp }));

/** A dialog that requests wait for; loaded when it is first needed. */
function useAsking(lack: MissingAuth) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const waiting = useRef<PromiseWithResolvers<boolean> | null>(null);
  useEffect(
    () =>
      onMissingAuth(lack, () => {
        waiting.current ??= Promise.withResolvers();
        setState('open');
        return waiting.current.promise;
      }),
    [lack],
  );
  const finishPrompt = (done: boolean) => {
    waiting.current?.resolve(done);
    waiting.current = null;
    setState((before) => (before === 'open' ? 'closed' : before));
  };
  return { isLoaded: state !== 'never', opened: state === 'open', settle: finishPrompt };
}

/**
 * If the session ends while a page is open, the person signs in on top of it, and waiting requests continue.
 * The same goes for requests that need a recent confirmation. If another person signs in, here or in another
 * tab, no part of the page remains.
 */
export function SessionWatch() {
  const { person, hasSecondFactor } = useSession();
  const signIn = useAsking('session');
  const proof = useAsking('proof');
  const handlePersonChange = (id: string | null) => {
    if (id === person.id) return signIn.settle(true);
    if (id !== null) return leaveWithoutPrompt('/');
    // Another tab has signed out and deleted the drafts; this one may have written some since.
    void dropAllDrafts(person.id).then(() => leaveWithoutPrompt('/sign-in'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the person does not change
  useEffect(() => onSessionNews(({ person: id }) => handlePersonChange(id)), [person.id]);
  return (
    <>
      {signIn.isLoaded && (
        <Suspense>
          <SignInAgain
            email={person.email}
            opened={signIn.opened}
            onSignedIn={({ id }) => {
              broadcastSessionNews({ person: id });
              handlePersonChange(id);
            }}
            onOther={() => leaveWithoutPrompt('/sign-in')}
            onClose={() => signIn.settle(false)}
          />
        </Suspense>
      )}
      {proof.isLoaded && (
        <Suspense>
          <StepUp
            email={person.email}
            byCode={hasSecondFactor}
            opened={proof.opened}
            onProven={() => proof.settle(true)}
            onClose={() => proof.settle(false)}
          />
        </Suspense>
      )}
    </>
  );
}
