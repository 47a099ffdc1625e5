import type { JsonObject } from 'outstep/kernel/json.ts';
import { useCallback, useMemo } from 'react';
import type { DesignChange, Selection } from '../../editor/model/history.rules.ts';
import { type ContentField, withoutMarks } from './layout-work.rules.ts';
import { applyDesignChange, editCode, selectIn, unparsedIn, workOf, writeField } from './session.rules.ts';
import type { LayoutSession } from './use-layout-session.ts';
import { useUndo } from './use-undo.ts';

const unchanged: readonly ContentField[] = [];

/** One language of a session and the operations on it. Its content must be loaded, see `hasLanguage`. */
export function useLanguage(whole: LayoutSession, locale: string) {
  const { session, changes, act, isLedHere } = whole;
  const all = workOf(session)[locale] as JsonObject;
  const content = useMemo(() => withoutMarks(all), [all]);
  const changed = changes.get(locale) ?? unchanged;
  const run = useCallback(
    (change: DesignChange) => act((before) => applyDesignChange(before, locale, change, Date.now())),
    [act, locale],
  );
  const write = useCallback(
    (name: ContentField, value: string) =>
      act((before) => writeField(before, locale, name, value, Date.now())),
    [act, locale],
  );
  const writeCode = useCallback(
    (text: string) => act((before) => editCode(before, locale, text, Date.now())),
    [act, locale],
  );
  const select = useCallback((selection: Selection) => act((before) => selectIn(before, selection)), [act]);
  return {
    content,
    isVisual: 'bodyDesign' in content,
    subject: String(content['subject']),
    previewText: String(content['previewText']),
    design: (content['bodyDesign'] ?? null) as JsonObject | null,
    code: session.codes[locale] ?? null,
    /** Whether the code is not a valid design, in which case the canvas keeps its content. */
    isUnparsed: unparsedIn(session, locale) !== null,
    history: session.history,
    theirs: session.theirs,
    /** Texts that differ from the server's version. */
    changed,
    dirty: changed.length > 0,
    ...{ run, write, writeCode, select },
    ...useUndo(whole, locale),
    isLedHere,
  };
}

export type WorkingDraft = ReturnType<typeof useLanguage>;

export const hasLanguage = ({ session }: LayoutSession, locale: string) =>
  Object.hasOwn(workOf(session), locale);

/**
 * The design as code, as typed, or the HTML of a text layout. Computed only where shown, because a design is
 * long.
 */
export function draftCode({ content, code, isVisual, design }: WorkingDraft): string {
  if (!isVisual) return String(content['body']);
  const isAsTyped = code !== null && (code.design === null || code.design === design);
  return isAsTyped ? code.text : JSON.stringify(design ?? {}, null, 2);
}

/** The fields for a request; `null` while the code is not a valid design. */
export const draftFields = ({ content, isUnparsed }: Pick<WorkingDraft, 'content' | 'isUnparsed'>) =>
  isUnparsed ? null : content;
