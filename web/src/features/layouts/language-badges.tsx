import { lazy } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { BadgeButton } from './badge-button.tsx';
import { outdatedTexts } from './outdated-texts.ts';
import type { Translation } from './queries.ts';

export interface LanguageBadgeProps {
  own: Translation;
  main: Translation;
  onOpen: () => void;
}

/** How many texts are outdated; opening the language shows which ones and what to do. */
export function Outdated({ own, main, onOpen }: LanguageBadgeProps) {
  const { layouts } = useTexts();
  const texts = outdatedTexts(own.stale, main, layouts.outdated);
  if (texts.length === 0) return null;
  return (
    <BadgeButton
      label={texts.map(({ name }) => name).join(', ')}
      text={layouts.stale(texts.length)}
      onOpen={onOpen}
    />
  );
}

/** Loaded where there are languages to compare, with what compares them. */
export const Different = lazy(async () => ({ default: (await import('./different-badge.tsx')).Different }));
