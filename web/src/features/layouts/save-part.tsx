import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLanguageName } from '../../parts/language-name.ts';
import { SaveBar } from '../../parts/save-bar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CompareButton } from './compare-button.tsx';
import { LayoutReach } from './layout-reach.tsx';
import { useShowLanguage } from './session/show-language.ts';
import type { LayoutSession } from './session/use-layout-session.ts';
import type { Saving } from './use-save.ts';

interface SavePartProps {
  layoutId: string;
  whole: LayoutSession;
  saving: Saving;
  /** The language on screen. */
  locale: string;
}

/** Shows which languages will be saved, the impact, and what prevents saving. */
export function SavePart({ layoutId, whole: { changes }, saving, locale }: SavePartProps) {
  const { canSave, isSaving, isUnsaved, blocked, note, setNote, toCompare } = saving;
  const { canReach, others, isWanted, setIsWanted } = saving.follow;
  const changed = [...changes.keys()].join(' ');
  const toMend = blocked.find((each) => each !== locale) ?? null;
  // Memoized, so that typing doesn't rerender the bar.
  const details = useMemo(
    () => (
      <>
        <LayoutReach id={layoutId} />
        {canReach && <Follow {...{ others, isWanted, setIsWanted }} />}
        <Languages changed={changed} locale={locale} toMend={toMend} />
        <Note value={note} onChange={setNote} />
        {toCompare && <CompareButton of={toCompare} locale={locale} />}
      </>
    ),
    [layoutId, canReach, others, isWanted, setIsWanted, changed, locale, toMend, note, setNote, toCompare],
  );
  return (
    <SaveBar dirty={isUnsaved} canSave={canSave} busy={isSaving}>
      {isUnsaved && details}
    </SaveBar>
  );
}

type FollowProps = Pick<Saving['follow'], 'others' | 'isWanted' | 'setIsWanted'>;

function Follow({ others, isWanted, setIsWanted }: FollowProps) {
  const { layouts } = useTexts();
  return (
    <Checkbox
      size="sm"
      label={layouts.follow(others)}
      checked={isWanted}
      onChange={({ currentTarget }) => setIsWanted(currentTarget.checked)}
    />
  );
}

/** As many as can be read at a glance. */
const MAX_NAMED = 3;

interface LanguagesProps {
  /** Codes of the changed languages, separated by spaces. */
  changed: string;
  locale: string;
  /** A language that isn't on screen and has an error that prevents saving. */
  toMend: string | null;
}

function Languages({ changed, locale, toMend }: LanguagesProps) {
  const { layouts } = useTexts();
  const nameOf = useLanguageName();
  const showLanguage = useShowLanguage();
  const names = changed.split(' ').map(nameOf);
  return (
    <>
      {toMend !== null && (
        <Anchor component="button" type="button" size="sm" mih={24} onClick={() => showLanguage(toMend)}>
          {layouts.mendFirst(nameOf(toMend))}
        </Anchor>
      )}
      {changed !== locale && (
        <Text size="sm">{layouts.unsavedIn(names.slice(0, MAX_NAMED), names.length - MAX_NAMED)}</Text>
      )}
    </>
  );
}

/** The server's limit for a version note. */
const MAX_NOTE = 200;

interface NoteProps {
  value: string;
  onChange(note: string): void;
}

/** An optional name for the version; most saves need none. */
function Note({ value, onChange }: NoteProps) {
  const { layouts } = useTexts();
  const [isAskedFor, setIsAskedFor] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAskedFor) field.current?.focus();
  }, [isAskedFor]);
  if (!isAskedFor && value === '')
    return (
      <Anchor component="button" type="button" size="sm" mih={24} onClick={() => setIsAskedFor(true)}>
        {layouts.addNote}
      </Anchor>
    );
  return (
    <TextInput
      ref={field}
      size="xs"
      w={260}
      maxLength={MAX_NOTE}
      aria-label={layouts.note}
      placeholder={layouts.note}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
