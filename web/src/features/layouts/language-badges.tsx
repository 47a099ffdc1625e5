import { lazy } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { BadgeButton } from './badge-button.tsx';
import { outdatedPaths, outdatedTexts } from './outdated-texts.ts';
import type { Translation } from './queries.ts';

export interface LanguageBadgeProps {
  own: Translation;
  main: Translation;
  onOpen: () => void;
}

interface TextsBadgeProps extends Omit<LanguageBadgeProps, 'own'> {
  paths: readonly string[];
  text: (count: number) => string;
}

/** How many texts there are; opening the language shows which ones and what to do. */
function TextsBadge({ paths, main, text, onOpen }: TextsBadgeProps) {
  const { layouts } = useTexts();
  const texts = outdatedTexts(paths, main, layouts.outdated);
  if (texts.length === 0) return null;
  return (
    <BadgeButton label={texts.map(({ name }) => name).join(', ')} text={text(texts.length)} onOpen={onOpen} />
  );
}

/** Marks a language as incomplete, with its missing texts. */
export function UntranslatedBadge({ own, ...props }: LanguageBadgeProps) {
  const { layouts } = useTexts();
  return (
    <TextsBadge
      {...props}
      paths={own.untranslated}
      text={(count) => `${layouts.incomplete}: ${layouts.untranslated(count)}`}
    />
  );
}

export function OutdatedBadge({ own, ...props }: LanguageBadgeProps) {
  const { layouts } = useTexts();
  return <TextsBadge {...props} paths={outdatedPaths(own)} text={layouts.stale} />;
}

/** Loaded only where there are several languages, together with the comparison. */
export const LazyDifferentBadge = lazy(async () => ({
  default: (await import('./different-badge.tsx')).DifferentBadge,
}));
