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
  /** The language that is shown. */
  locale: string;
}

/** Says which languages are saved, what other languages get of it, and what keeps it from being saved. */
export function SavePart({ layoutId, whole: { changes }, saving, locale }: SavePartProps) {
  const { canSave, isSaving, isUnsaved, blocked, note, setNote, toCompare } = saving;
  const { canReach, others, isWanted, setIsWanted } = saving.follow;
  const changed = [...changes.keys()].join(' ');
  const toMend = blocked.find((each) => each !== locale) ?? null;
  // The same while somebody writes: the bar is not drawn again at every key.
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
  /** Codes of the languages that are saved. */
  changed: string;
  locale: string;
  /** One that cannot be saved as it is and is not shown. */
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

/** What the version is called; most saves need no name. */
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
