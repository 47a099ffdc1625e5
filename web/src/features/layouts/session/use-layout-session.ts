import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { useLocalDraft } from '../../../parts/drafts/use-local-draft.ts';
import {
  baseOf,
  type LayoutWithTranslations,
  type LayoutWork,
  type MainContent,
  type SavedLayout,
} from './layout-work.rules.ts';
import { type LocalWork, readLocalWork, resumeWork, toLocalWork } from './local-work.rules.ts';
import { applyDecisions, discardChanges, receiveSave, receiveServerState } from './server-state.rules.ts';
import {
  beginSession,
  changedFieldsByLanguage,
  type EditSession,
  unparsedIn,
  workOf,
} from './session.rules.ts';

/** Long enough for people to notice another person's changes. */
const SHOWN_MS = 20_000;

/**
 * Edits all languages of a layout, to be saved as one version. Unchanged, they follow the server; otherwise,
 * what others save is merged with them. `readBase` reads the content of an earlier version.
 */
export function useLayoutSession(
  layout: MainContent,
  pair: LayoutWithTranslations | null,
  readBase: (version: number) => Promise<SavedLayout>,
) {
  const editor = useMay('editor');
  const [session, setSession] = useState(() =>
    beginSession(baseOf(layout, pair?.translations ?? []), layout.defaultLocale),
  );
  const [isSaving, setIsSaving] = useState(false);
  const { base, history, codes, told } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is irrelevant
  const changes = useMemo(() => changedFieldsByLanguage(session), [base.state, history.state, codes, told]);
  const dirty = changes.size > 0;
  const isTyped = Object.keys(codes).some((locale) => unparsedIn(session, locale) !== null);
  const theirs = useMemo(() => pair && baseOf(pair.layout, pair.translations), [pair]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the unsaved state may have changed
  useEffect(() => {
    // State that arrives during a save may be the result of that save.
    if (theirs && !isSaving) setSession((before) => receiveServerState(before, theirs, Date.now()));
  }, [theirs, isSaving, dirty, isTyped, base.version]);
  const { theirs: shown } = session;
  useEffect(() => {
    if (!shown || shown.size === 0) return;
    const timer = setTimeout(() => setSession((before) => ({ ...before, theirs: new Map() })), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  const kept = useLocalDraft({
    ...{ record: `layouts/${layout.id}`, revision: String(base.version) },
    formerRecords: layout.languages.map(({ locale }) => `layouts/${layout.id}/${locale}`),
    value: editor && dirty ? session : null,
    ...{ toKeep: toLocalWork, read: readLocalWork },
  });
  /** Whether undo is switching to another language, so that the focus should follow. */
  const isLedHere = useRef(false);
  const act = useCallback((change: (before: EditSession) => EditSession) => setSession(change), []);
  return {
    ...{ session, changes, dirty, act, kept, isSaving, setIsSaving, isLedHere },
    /** Whether every language is loaded. */
    isWhole: layout.languages.every(({ locale }) => Object.hasOwn(workOf(session), locale)),
    /**
     * Resumes work on the version that it was based on, so that what others saved since is not mistaken for
     * something reverted here.
     */
    takeUp: async (work: LocalWork, from: string | null) => {
      const began = Number(from) === base.version ? base : await readBase(Number(from));
      act((before) => resumeWork({ ...before, base: began }, work, Number(from)));
    },
    /** The server now has what was sent. */
    markSaved: (sent: LayoutWork, version: number) => act((before) => receiveSave(before, sent, version)),
    decide: useCallback(
      (state: LayoutWork) =>
        act((before) =>
          before.waiting ? applyDecisions(before, before.waiting, state, Date.now()) : before,
        ),
      [act],
    ),
    discard: () => theirs && act((before) => discardChanges(before, theirs, Date.now())),
  };
}

export type LayoutSession = ReturnType<typeof useLayoutSession>;
