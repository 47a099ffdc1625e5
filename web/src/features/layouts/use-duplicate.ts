import { shortened } from 'outstep/features/layouts/content/copy-name.rules.ts';
import { useErrorText } from '../../api/error-text.ts';
import { notify, notifyFailure } from '../../parts/notify.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type LayoutSummary, useDuplicateLayout } from './queries.ts';

/**
 * Duplicates the saved layout under a name in the reader's language. Returns the new id, or `null` if
 * rejected.
 */
export function useDuplicate() {
  const { layouts } = useTexts();
  const errorText = useErrorText();
  const duplicate = useDuplicateLayout();
  return async ({ id, name }: Pick<LayoutSummary, 'id' | 'name'>): Promise<string | null> => {
    try {
      const copy = await duplicate.mutateAsync({ id, name: shortened(layouts.copyOf(name)) });
      notify(layouts.duplicated(copy.name));
      return copy.id;
    } catch (error) {
      notifyFailure(errorText(error));
      return null;
    }
  };
}
