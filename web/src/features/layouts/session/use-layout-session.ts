import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { useLocalDraft } from '../../../parts/drafts/use-local-draft.ts';
import { arrived, discarded, saved } from './arrive.rules.ts';
import { type KeptWork, keptWork, takenUp, workToKeep } from './kept-work.rules.ts';
import { baseOf, type LayoutWork, type MainContent, type Pair } from './layout-work.rules.ts';
import { beginSession, changesOf, type Session, workOf } from './session.rules.ts';

/**
 * All languages of a layout on their way to be saved as one version. Unchanged, they follow what the server has;
 * changed, they stay what they are until they are saved or given up.
 */
export function useLayoutSession(layout: MainContent, pair: Pair | null) {
  const editor = useMay('editor');
  const [session, setSession] = useState(() => beginSession(baseOf(layout, pair?.translations ?? [])));
  const [isSaving, setIsSaving] = useState(false);
  const { base, history, codes } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected changes nothing
  const changes = useMemo(() => changesOf(session), [base.state, history.state, codes]);
  const dirty = changes.size > 0;
  const theirs = useMemo(() => pair && baseOf(pair.layout, pair.translations), [pair]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was unsaved may be so no longer
  useEffect(() => {
    // What arrives while a save is under way may be that save.
    if (theirs && !isSaving) setSession((before) => arrived(before, theirs, Date.now()));
  }, [theirs, isSaving, dirty, base.version]);

  const kept = useLocalDraft({
    ...{ record: `layouts/${layout.id}`, revision: String(base.version) },
    formerRecords: layout.languages.map(({ locale }) => `layouts/${layout.id}/${locale}`),
    value: editor && dirty ? session : null,
    ...{ toKeep: workToKeep, read: keptWork },
  });
  /** Whether undo has led to the language that is shown next; then the focus is to come along. */
  const isLedHere = useRef(false);
  const act = useCallback((change: (before: Session) => Session) => setSession(change), []);
  return {
    ...{ session, changes, dirty, act, kept, isSaving, setIsSaving, isLedHere },
    /** Whether every language is here. */
    isWhole: layout.languages.every(({ locale }) => Object.hasOwn(workOf(session), locale)),
    takeUp: (work: KeptWork, from: string | null) => act((before) => takenUp(before, work, Number(from))),
    /** The server now has what was sent. */
    markSaved: (sent: LayoutWork, version: number) => act((before) => saved(before, sent, version)),
    discard: () => theirs && act((before) => discarded(before, theirs, Date.now())),
  };
}

export type LayoutSession = ReturnType<typeof useLayoutSession>;
