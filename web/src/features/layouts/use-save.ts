import { differsBeyondTexts } from 'outstep/features/rendering/design/design-texts.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { notify } from '../../parts/notify.ts';
import { useEventCallback } from '../../parts/use-event-callback.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { ComparisonInput } from './compare-button.tsx';
import { type Layout, useRefetchLayouts, useSaveAllLanguages, useSaveLayout } from './queries.ts';
import { errorsOfLanguage, saveRequestOf } from './session/save-request.rules.ts';
import { savedLanguages } from './session/saved-languages.rules.ts';
import { unparsedIn, workOf } from './session/session.rules.ts';
import { useShowLanguage } from './session/show-language.ts';
import type { LayoutSession } from './session/use-layout-session.ts';
import { useTranslationMarks } from './translate/use-translation-marks.ts';

/** Whether the main language has block or style changes that others can follow, and whether they should. */
function useFollow({ session }: LayoutSession, { defaultLocale, languages }: Layout) {
  const [isWanted, setIsWanted] = useState(true);
  const others = languages.length - 1;
  const saved = session.base.state[defaultLocale]?.['bodyDesign'] as JsonObject | undefined;
  const design = workOf(session)[defaultLocale]?.['bodyDesign'] as JsonObject | undefined;
  const canReach = useMemo(
    () => others > 0 && saved !== undefined && design !== undefined && differsBeyondTexts(saved, design),
    [others, saved, design],
  );
  return { others, canReach, reaches: canReach && isWanted, isWanted, setIsWanted };
}

/** What a save would change, once every language is loaded. Stable while typing. */
function useToCompare({ id, defaultLocale: main }: Layout, whole: LayoutSession, follows: boolean) {
  const { isWhole } = whole;
  const languages = useEventCallback(() => savedLanguages(whole.session, { main, follows }));
  return useMemo(
    (): ComparisonInput | null => (isWhole ? { layoutId: id, languages } : null),
    [isWhole, id, languages],
  );
}

/** Limits retries against another person who saves continuously. */
const MAX_TRIES = 5;

/** Saves all changed languages as one version. Errors and warnings remain until the text changes. */
export function useSave(layout: Layout, whole: LayoutSession, locale: string) {
  const { session, changes, markSaved, isSaving, setIsSaving } = whole;
  const { common } = useTexts();
  const main = layout.defaultLocale;
  const follow = useFollow(whole, layout);
  const done = useTranslationMarks(whole);
  const isUnsaved = whole.dirty;
  const saveMain = useSaveLayout(layout.id);
  const saveAll = useSaveAllLanguages(layout.id);
  const refetch = useRefetchLayouts();
  const showLanguage = useShowLanguage();
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  /** The base version that another person's save has outdated, while their changes are merged. */
  const [staleAt, setStaleAt] = useState<number | null>(null);
  const tries = useRef(0);
  const isStale = staleAt !== null;
  const { version } = session.base;

  // biome-ignore lint/correctness/useExhaustiveDependencies: errors are cleared when the text changes
  useEffect(() => {
    if (!isStale) setRefusal(null);
  }, [session.history.state, session.codes]);

  const refuse = async (error: unknown) => {
    setRefusal(error);
    if (!(error instanceof ApiError)) return;
    if (error.status === 412 && ++tries.current < MAX_TRIES) {
      setStaleAt(version);
      return refetch();
    }
    const isIn = (each: string) => Object.keys(errorsOfLanguage(error.fields, each, main)).length > 0;
    const faulty = isIn(locale) ? locale : [...changes.keys()].find(isIn);
    if (faulty !== undefined && faulty !== locale) showLanguage(faulty);
  };
  const send = async () => {
    const sending = saveRequestOf(session, { main, follows: follow.reaches });
    const { fields, work } = sending;
    setIsSaving(true);
    try {
      const translations = await done.toSend(sending.translations);
      const isMainAlone = !follow.reaches && Object.keys(translations).length === 0 && note.trim() === '';
      const saved = isMainAlone
        ? await saveMain.mutateAsync({ version, fields })
        : await saveAll.mutateAsync({
            version,
            fields: { ...fields, translations, follow: follow.reaches, note },
          });
      markSaved(work, saved.version);
      setNote('');
      setRefusal(null);
      setWarnings(saved.warnings ?? []);
      notify(common.saved);
    } catch (error) {
      await refuse(error);
    } finally {
      setIsSaving(false);
    }
  };

  const save = async () => {
    tries.current = 0;
    if (session.waiting) setStaleAt(version);
    else await send();
  };
  const isBrought = staleAt !== null && !isSaving && !session.waiting && version !== staleAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves again once both have arrived
  useEffect(() => {
    if (!isBrought) return;
    setStaleAt(null);
    setRefusal(null);
    if (isUnsaved) void send();
  }, [isBrought]);

  /**
   * Languages that cannot be saved as they are. An empty subject blocks without an error, because replacing a
   * subject starts with deleting the old one.
   */
  const blocked = [...changes.keys()].filter(
    (each) => unparsedIn(session, each) !== null || workOf(session)[each]?.['subject'] === '',
  );
  return {
    ...{ save, follow, note, setNote, refusal, isStale, isSaving, warnings, blocked, done, isUnsaved },
    toCompare: useToCompare(layout, whole, follow.reaches),
    canSave: isUnsaved && blocked.length === 0,
    faults: useMemo(
      () => (refusal instanceof ApiError ? errorsOfLanguage(refusal.fields, locale, main) : {}),
      [refusal, locale, main],
    ),
    /** Cancels the retry until the person saves again. */
    giveUp: () => setStaleAt(null),
    closeWarnings: () => setWarnings([]),
  };
}

export type Saving = ReturnType<typeof useSave>;
