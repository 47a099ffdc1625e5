import { fieldName } from 'outstep/kernel/fields.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { useRead } from '../../../api/queries.ts';
import { notify } from '../../../parts/notify.ts';
import { useEventCallback, useLatest } from '../../../parts/use-event-callback.ts';
import { useTexts } from '../../../texts/texts.tsx';
import {
  type DesignChange,
  record,
  redo,
  type Selection,
  type UndoStep,
  undo,
} from '../../editor/model/history.rules.ts';
import { changeWithin, findPresetPath, inlinePreset, listAt } from '../../editor/model/open-preset.rules.ts';
import { useSideTexts } from '../../editor/sides/use-side-texts.ts';
import { fieldsOf, type PresetLanguageBlocks, textIn } from '../preset-language.ts';
import { type Preset, useRefetchPreset, useSavePreset } from '../queries.ts';
import {
  beginWork,
  blocksOf,
  isDirty,
  mergeWithTheirs,
  type PresetWork,
  receiveSave,
  receiveServerState,
  resumeWork,
  takeTheirs,
} from './preset-work.rules.ts';

const isStale = (error: unknown) => error instanceof ApiError && error.status === 412;

/** Limits retries against another person who saves continuously. */
const MAX_TRIES = 5;

interface SurroundingMail {
  locale: string;
  /** `null` while the layout is not shown visually. */
  design: JsonObject | null;
}

/**
 * Edits a preset inside an email, with its own undo and save; `inner` is `null` while none is being edited.
 */
export function usePresetInMail({ locale: mailLocale, design }: SurroundingMail) {
  const { common, editor, presets } = useTexts();
  const texts = useSideTexts();
  const [work, setWork] = useState<PresetWork | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<PresetLanguageBlocks | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const id = work?.id ?? '';
  const read = useRead<Preset>(`/presets/${id}`, {}, { enabled: work !== null });
  const preset = read.data?.id === id ? read.data : null;
  const { mutateAsync } = useSavePreset(id);
  const refetch = useRefetchPreset(id);
  const latest = useLatest(work);

  const act = (change: (before: PresetWork) => PresetWork) => setWork((before) => before && change(before));
  const leave = useEventCallback(() => {
    setWork(null);
    setRefusal(null);
    setTheirs(null);
  });
  const begin = useEventCallback((at: string, from: Preset, field?: string) =>
    setWork(beginWork(from, { at, locale: mailLocale, ...(field !== undefined && { field }) })),
  );

  const at = work?.at ?? null;
  const path = useMemo(
    () => (design && at !== null ? findPresetPath(design, at, id) : null),
    [design, at, id],
  );
  // Keeps the same path object while other blocks change, so that values derived from it are not recomputed.
  const named = path && JSON.stringify(path);
  const place = useMemo(() => named && (JSON.parse(named) as NonNullable<typeof path>), [named]);
  const isGone = work !== null && place === null;
  useEffect(() => {
    if (!isGone) return;
    if (latest.current && isDirty(latest.current)) notify(texts.left);
    leave();
  }, [isGone, latest, leave, texts]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the revision changes
  useEffect(() => {
    if (preset && !isSaving) act((before) => receiveServerState(before, textIn(preset, before.locale)));
  }, [preset?.revision, isSaving]);
  const isSaved = work?.isSaved ?? false;
  // In an effect, so that the local draft first detects that no work is unsaved.
  useEffect(() => {
    if (isSaved) leave();
  }, [isSaved, leave]);

  const send = async (tries: number, over?: number): Promise<void> => {
    const sent = latest.current;
    if (!sent) return;
    const { base, locale } = sent;
    const fields = fieldsOf(locale, blocksOf(sent));
    try {
      const now = await mutateAsync({ fields, revision: over ?? base.revision });
      notify(tries > 0 && over === undefined ? texts.brought : common.saved);
      act((before) => receiveSave(before, { ...textIn(now, locale), blocks: blocksOf(sent) }));
    } catch (error) {
      if (isStale(error) && tries < MAX_TRIES) await mergeOthersChanges(tries + 1);
      else setRefusal(error);
    }
  };
  /** Merges what others saved in the meantime with the work, or asks about conflicts. */
  const mergeOthersChanges = async (tries: number) => {
    const now = await refetch();
    const mine = latest.current;
    if (!mine) return;
    const text = textIn(now, mine.locale);
    const both = mergeWithTheirs(mine, text, Date.now());
    if (!both) return setTheirs(text);
    setWork(both);
    latest.current = both;
    await send(tries);
  };
  const save = useEventCallback(async (over?: number) => {
    setRefusal(null);
    setTheirs(null);
    setIsSaving(true);
    try {
      await send(0, over);
    } catch (error) {
      setRefusal(error);
    } finally {
      setIsSaving(false);
    }
  });

  const run = useEventCallback((change: DesignChange) => {
    const own = place && changeWithin(change, listAt(place));
    if (!own) return;
    setRefusal(null);
    act((before) => ({ ...before, history: record(before.history, own, Date.now()) }));
  });
  const select = useEventCallback((selection: Selection) =>
    act((before) => ({ ...before, history: { ...before.history, selection } })),
  );
  const goBack = useEventCallback(() => act((before) => ({ ...before, history: undo(before.history) })));
  const goForth = useEventCallback(() => act((before) => ({ ...before, history: redo(before.history) })));

  const blocks = work && blocksOf(work);
  const inlined = useMemo(
    () => (design && blocks ? inlinePreset(design, id, blocks) : null),
    [design, blocks, id],
  );
  /** The server's errors in the blocks, by field. */
  const faults = useMemo(() => {
    const inBlocks = /^(?:languages\.[a-z\d-]+\.)?blocks(?=\[)/;
    const named = Object.entries(refusal instanceof ApiError ? refusal.fields : {}).filter(([field]) =>
      inBlocks.test(field),
    );
    const list = place ? fieldName(['bodyDesign', ...listAt(place)]) : '';
    return Object.fromEntries(named.map(([field, reason]) => [field.replace(inBlocks, list), reason]));
  }, [refusal, place]);

  const kind = preset?.kind ?? 'part';
  const title = `${presets.kinds[kind]}: ${preset?.name ?? ''}`;
  const list = useMemo(() => place && listAt(place), [place]);
  const open = useMemo(() => list && { id, list, title }, [list, id, title]);
  if (!work || !place || !open || !blocks || !inlined || !preset) return { begin, inner: null };
  const wordsFor = (step: UndoStep | undefined) =>
    step ? (editor.steps[step.label as keyof typeof editor.steps] ?? step.label) : null;
  const { history } = work;
  return {
    begin,
    inner: {
      ...{ preset, work, blocks, place, open, isSaving, refusal, faults, theirs, save, leave },
      ...{ history, run, select, undo: goBack, redo: goForth },
      labelOfUndo: wordsFor(history.steps[history.at - 1]),
      labelOfRedo: wordsFor(history.steps[history.at]),
      isDirty: isDirty(work),
      /** The email with these blocks, for the server, which has only the saved preset. */
      mailDesign: inlined,
      takeUp: (from: JsonObject[], revision: number) =>
        act((before) => resumeWork(before, from, revision, Date.now())),
      takeTheirs() {
        if (theirs) act((before) => takeTheirs(before, theirs, Date.now()));
        setTheirs(null);
      },
    },
  };
}

export type PresetInMail = NonNullable<ReturnType<typeof usePresetInMail>['inner']>;
