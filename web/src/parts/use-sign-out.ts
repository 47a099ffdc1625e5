import { authApi } from '../api/client.ts';
import { useErrorText } from '../api/error-text.ts';
import { broadcastSessionNews } from '../api/session-channel.ts';
import { finishBeforeSignOut } from './drafts/before-sign-out.ts';
import { dropAllDrafts } from './drafts/draft-store.ts';
import { leaveWithoutPrompt } from './leave-without-prompt.ts';
import { notifyFailure } from './notify.ts';

/** Ends the session on the server, and deletes in every tab what was read and typed with it. */
export function useSignOut(person: { id: string }) {
  const errorText = useErrorText();
  return async () => {
    await finishBeforeSignOut();
    try {
      await authApi.post('/sign-out', {}, { needsSession: false });
    } catch (error) {
      notifyFailure(errorText(error));
      return;
    }
    broadcastSessionNews({ person: null });
    await dropAllDrafts(person.id);
    leaveWithoutPrompt('/sign-in');
  };
}
