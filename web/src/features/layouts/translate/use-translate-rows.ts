import type { TranslationWork } from 'outstep/features/layouts/translations/translation-work.schema.ts';
import { differsBeyondTexts } from 'outstep/features/rendering/design/design-texts.rules.ts';
import { keepsDefaults, sameButDefaults } from 'outstep/features/rendering/liquid/default-strings.rules.ts';
import { fieldName } from 'outstep/kernel/fields.ts';
import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import { valueAt } from '../../editor/model/patches.rules.ts';
import type { LanguageTexts } from '../session/layout-work.rules.ts';
import type { TranslatedDraft, WorkRow } from './content.ts';
import { targetPathsOf } from './places.rules.ts';
import { needsTranslation } from './row-facts.rules.ts';
import { useTranslateTexts } from './use-translate-texts.ts';
import type { UpToDateMark } from './use-translation-marks.ts';

interface TranslateRowsOptions {
  work: TranslationWork;
  layout: LanguageTexts;
  saved: LanguageTexts;
  draft: TranslatedDraft;
  done: UpToDateMark;
  isShown(row: WorkRow): boolean;
  /** Shows at least this many rows. */
  show(count: number): void;
}

export interface OpenRow {
  row: WorkRow;
  /** The path in the language, as the server names it. */
  at: string | null;
  text: string | null;
  state: WorkRow['state'];
  isEdited: boolean;
}

const textAt = (content: JsonObject, path: JsonPath) => {
  const value = valueAt(content, path);
  return typeof value === 'string' ? value : '';
};

/** The places of texts, matched again when blocks change but not when texts do. */
function usePlaces(work: TranslationWork, main: LanguageTexts, saved: LanguageTexts, draft: TranslatedDraft) {
  const { design } = draft;
  const latest = useRef(design);
  if (latest.current !== design && (!latest.current || !design || differsBeyondTexts(latest.current, design)))
    latest.current = design;
  const structure = latest.current;
  return useMemo(
    () => targetPathsOf(work.rows, { main, saved, design: structure }),
    [work.rows, main, saved, structure],
  );
}

/**
 * The current state of a row. For a text that was never translated, changing only the defaults of its Liquid
 * is not enough.
 */
function stateNow(row: WorkRow, text: string, isMarked: boolean): WorkRow['state'] {
  const saved = row.text ?? '';
  const isWritten = row.state === 'new' ? !sameButDefaults(text, saved) : text !== saved;
  if (needsTranslation(row) && !isMarked && !isWritten) return row.state;
  return keepsDefaults(text, row.source) ? 'suggested' : 'done';
}

/** The current rows and the actions on them. */
export function useTranslateRows({ work, layout, saved, draft, done, isShown, show }: TranslateRowsOptions) {
  const texts = useTranslateTexts();
  const places = usePlaces(work, layout, saved, draft);
  const { content } = draft;
  const all = work.rows.map((row): OpenRow => {
    const place = places.get(row.path);
    if (!place)
      return {
        ...{ row, at: null, text: null, isEdited: false },
        state: done.paths.has(row.path) ? 'done' : row.state,
      };
    const text = textAt(content, place);
    const isEdited = text !== textAt({ ...saved } as JsonObject, place);
    return {
      ...{ row, at: fieldName(place), text, isEdited },
      state: stateNow(row, text, done.paths.has(row.path)),
    };
  });
  const rows = all.filter(({ row }) => isShown(row));
  const open = all.filter(needsTranslation).length;

  const fields = useRef(new Map<string, () => void>());
  const wanted = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  // A row that was hidden can be focused only after the next render.
  useEffect(() => {
    const focus = wanted.current === null ? undefined : fields.current.get(wanted.current);
    if (!focus) return;
    wanted.current = null;
    focus();
  });
  // If the button that led here is gone, focuses the first open row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on opening
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const first = all.find(({ row }) => needsTranslation(row));
    if (first) fields.current.get(first.row.path)?.();
  }, []);

  return {
    rows,
    open,
    said,
    register: useEventCallback((path: string, focus: (() => void) | null) => {
      if (focus) fields.current.set(path, focus);
      else fields.current.delete(path);
    }),
    onWrite: useEventCallback((path: string, value: string) => {
      const [field, ...steps] = places.get(path) ?? [];
      if (field === 'subject' || field === 'previewText' || field === 'body') draft.write(field, value);
      else if (field === 'bodyDesign')
        draft.run({
          ...{ label: 'write', typing: steps.join('\0') },
          patches: [{ kind: 'put', path: steps, value }],
        });
    }),
    onMark: useEventCallback((path: string, isDone: boolean) => done.mark(path, isDone)),
    /** Marks this row as done and moves to the next open one, wrapping around at the end. */
    onNext: useEventCallback((path: string) => {
      const from = rows.findIndex(({ row }) => row.path === path);
      const here = rows[from];
      if (here && needsTranslation(here) && !here.isEdited) done.mark(path, true);
      const order = [...rows.keys()].map((i) => (from + 1 + i) % rows.length);
      const next = order.find((i) => i !== from && rows[i] && needsTranslation(rows[i]));
      setSaid(next === undefined ? texts.allDone : '');
      const there = next === undefined ? undefined : rows[next]?.row.path;
      if (next === undefined || there === undefined) return;
      const focus = fields.current.get(there);
      if (focus) return focus();
      wanted.current = there;
      show(next + 1);
    }),
    onUndo: useEventCallback(() => draft.undo()),
    onRedo: useEventCallback(() => draft.redo()),
  };
}
