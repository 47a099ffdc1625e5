import { lazy, useContext } from 'react';
import { CompareDialog } from '../compare/compare-dialog.tsx';
import type { SavedLanguage } from './session/saved-languages.rules.ts';
import { ShownDataContext } from './shown-data.ts';

export interface ComparisonInput {
  layoutId: string;
  /** What a save would write now. */
  languages(): SavedLanguage[];
}

const CompareLanguages = lazy(async () => ({
  default: (await import('./compare-languages.tsx')).CompareLanguages,
}));

/** Shows how saving would change the email in each affected language. */
export function CompareButton({
  of: { layoutId, languages },
  locale,
}: {
  of: ComparisonInput;
  locale: string;
}) {
  const data = useContext(ShownDataContext);
  return (
    <CompareDialog>
      {() => (
        <CompareLanguages
          {...{ layoutId, languages: languages(), data: data?.current ?? null }}
          first={locale}
        />
      )}
    </CompareDialog>
  );
}
