import { useErrorText } from '../../api/error-text.ts';
import { notify, notifyFailure } from '../../parts/notify.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useRestore } from './queries.ts';

/** Says that a record was moved to the trash, and offers to restore it. */
export function useNotifyMoved() {
  const { trash, common } = useTexts();
  const errorText = useErrorText();
  const restore = useRestore();
  return ({ id, name }: { id: string; name: string }) =>
    notify(trash.moved, {
      label: common.undo,
      run: () =>
        restore.mutate(id, {
          onSuccess: () => notify(trash.restored(name)),
          onError: (error) => notifyFailure(errorText(error)),
        }),
    });
}
