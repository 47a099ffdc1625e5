import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { useSession } from '../api/session.ts';
import { countDrafts } from '../parts/drafts/draft-store.ts';
import { useSignOut } from '../parts/use-sign-out.ts';
import { useTexts } from '../texts/texts.tsx';

const ConfirmDelete = lazy(async () => ({ default: (await import('../parts/confirm.tsx')).ConfirmDelete }));

const SignOutContext = createContext<() => void>(() => {});

/** Signs out; asks first if that removes unsaved work. */
export const useConfirmedSignOut = () => use(SignOutContext);

export function SignOut({ children }: { children: ReactNode }) {
  const { drafts, shell } = useTexts();
  const { person } = useSession();
  const signOut = useSignOut(person);
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never');
  const askOrSignOut = async () => {
    if ((await countDrafts(person.id)) > 0) setAsking('open');
    else await signOut();
  };
  return (
    <SignOutContext value={() => void askOrSignOut()}>
      {children}
      {asking !== 'never' && (
        <Suspense>
          <ConfirmDelete
            opened={asking === 'open'}
            title={drafts.signOutTitle}
            action={shell.signOut}
            run={signOut}
            onClose={() => setAsking('closed')}
          >
            {drafts.signOutText}
          </ConfirmDelete>
        </Suspense>
      )}
    </SignOutContext>
  );
}
