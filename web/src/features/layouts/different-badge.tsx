import { differencesOf } from 'outstep/features/rendering/design/different-blocks.rules.ts';
import { fieldName } from 'outstep/kernel/fields.ts';
import { useMemo } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { BadgeButton } from './badge-button.tsx';
import type { LanguageBadgeProps } from './language-badges.tsx';
import { differenceNames } from './translate/text-names.ts';

/** Limits the list for a language that differs almost everywhere. */
const MOST_NAMED = 12;

/** Marks a language whose blocks or styles differ, and names them on hover. */
export function DifferentBadge({ own, main, onOpen }: LanguageBadgeProps) {
  const { different, outdated } = useTexts().layouts;
  const names = useMemo(() => {
    if (!main.bodyDesign || !own.bodyDesign) return [];
    const found = differencesOf(main.bodyDesign, own.bodyDesign).map(({ path, how }) => ({
      ...{ how, path: fieldName(['bodyDesign', ...path]) },
    }));
    return differenceNames(found, { main, own }, outdated, different.how);
  }, [main, own, outdated, different]);
  if (names.length === 0) return null;
  return (
    <BadgeButton
      isQuiet
      label={names.slice(0, MOST_NAMED).join(', ')}
      text={different.badge}
      onOpen={onOpen}
    />
  );
}
