import { useErrorText } from '../../api/error-text.ts';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useRestore } from './queries.ts';

/** Restores the version before the promotion, for every language. */
export function useUndoPromote(layoutId: string) {
  const { layouts } = useTexts();
  const errorText = useErrorText();
  const restore = useRestore(layoutId);
  return async (version: number) => {
    try {
      await restore.mutateAsync(version - 1);
      notify(layouts.promoteUndone);
    } catch (error) {
      notifyFailure(errorText(error));
    }
  };
}
