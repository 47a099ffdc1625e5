import type { TranslationMarks } from 'outstep/features/layouts/translations/translations.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { reuseEqualParts } from '../../editor/model/adopt.rules.ts';
import {
  beginHistory,
  type DesignChange,
  type History,
  record,
  redo,
  type Selection,
  type UndoStep,
  undo,
} from '../../editor/model/history.rules.ts';
import { type JsonPatch, prefixPatch, valueAt } from '../../editor/model/patches.rules.ts';
import type { TheirBlocks } from '../../editor/session/session.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import {
  type ContentField,
  changedFields,
  type LayoutWork,
  marksIn,
  type SavedLayout,
} from './layout-work.rules.ts';

/** Code that isn't a valid design yet, or whose formatting differs from ours. */
export interface EditedCode {
  text: string;
  /** The parsed design, or `null`. */
  design: Json | null;
}

/**
 * All languages of a layout while they are edited: the server's version, the history of changes, and unparsed
 * code by language. Patch paths start with the language, so undo covers all of them.
 */
export interface EditSession {
  /** Code of the main language. */
  main: string;
  base: SavedLayout;
  history: History;
  codes: Readonly<Record<string, EditedCode>>;
  /** A version saved by another person that cannot be merged yet. */
  waiting?: SavedLayout | null;
  theirs?: TheirBlocks;
  /** Marks already sent to the server, by language; undo does not revert them. */
  told?: Readonly<Record<string, TranslationMarks>>;
}

export const beginSession = (base: SavedLayout, main: string): EditSession => ({
  ...{ main, base, history: beginHistory(base.state as JsonObject), codes: {} },
});

export const workOf = ({ history }: EditSession) => history.state as LayoutWork;

/** Parses a design; `null` if the text isn't one. */
export function designIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** The code of a language, if it isn't a valid design. */
export const unparsedIn = ({ codes }: Pick<EditSession, 'codes'>, locale: string): string | null => {
  const code = codes[locale];
  return code?.design === null ? code.text : null;
};

/** The marks of a language that still apply to the main language and are not yet on the server. */
export function marksOf(session: EditSession, locale: string): TranslationMarks {
  const work = workOf(session);
  const [main, told] = [work[session.main], session.told?.[locale]];
  const marks = Object.entries(marksIn(work[locale])).filter(
    ([path, text]) => told?.[path] !== text && valueAt(main, stepsOf(path)) === text,
  );
  return Object.fromEntries(marks);
}

/**
 * The fields that differ from the server's version, by language; unchanged languages are omitted. A language
 * with only new marks has no fields.
 */
export function changedFieldsByLanguage(session: EditSession): ReadonlyMap<string, readonly ContentField[]> {
  const found = new Map<string, readonly ContentField[]>();
  for (const [locale, content] of Object.entries(workOf(session))) {
    const fields = changedFields(session.base.state[locale], content);
    const isUnparsed = unparsedIn(session, locale) !== null;
    const all = isUnparsed && !fields.includes('body') ? [...fields, 'body' as const] : fields;
    const isMarked = Object.keys(marksOf(session, locale)).length > 0;
    if (all.length > 0 || isMarked) found.set(locale, all);
  }
  return found;
}

/** The languages changed by a step. */
export const changedLocalesOf = ({ patches }: Pick<UndoStep, 'patches'>): ReadonlySet<string> =>
  new Set(patches.map(({ path }) => String(path[0])));

/** Omits some languages; returns the same object if it contains none of them. */
export function omitLocales<T>(record: Readonly<Record<string, T>>, locales: Iterable<string>) {
  const gone = new Set([...locales].filter((locale) => Object.hasOwn(record, locale)));
  if (gone.size === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([locale]) => !gone.has(locale)));
}

function recordIn(history: History, locale: string, change: DesignChange, now: number): History {
  const { typing, patches } = change;
  return record(
    history,
    {
      ...change,
      ...(typing !== undefined && { typing: `${locale}\0${typing}` }),
      patches: patches.map((patch) => prefixPatch([locale], patch)),
    },
    now,
  );
}

/** Applies a change to a language's design, which replaces its unparsed code. */
export function applyDesignChange(
  session: EditSession,
  locale: string,
  change: DesignChange,
  now: number,
): EditSession {
  const patches = change.patches.map((patch) => prefixPatch(['bodyDesign'], patch));
  return {
    ...session,
    history: recordIn(session.history, locale, { ...change, patches }, now),
    codes: omitLocales(session.codes, [locale]),
  };
}

export function writeField(
  session: EditSession,
  locale: string,
  name: ContentField,
  value: string,
  now: number,
) {
  const patches: JsonPatch[] = [{ kind: 'put', path: [name], value }];
  const change = { label: name, typing: name, patches };
  return { ...session, history: recordIn(session.history, locale, change, now) };
}

/** Marks a text of the main language as translated, or removes the mark. */
export function markTranslated(
  session: EditSession,
  locale: string,
  path: string,
  isDone: boolean,
  now: number,
): EditSession {
  const work = workOf(session);
  const { [path]: _, ...others } = marksIn(work[locale]);
  const text = valueAt(work[session.main], stepsOf(path));
  const value = isDone && typeof text === 'string' ? { ...others, [path]: text } : others;
  const patches: JsonPatch[] = [{ kind: 'put', path: ['stillRight'], value }];
  return { ...session, history: recordIn(session.history, locale, { label: 'stillRight', patches }, now) };
}

export function editCode(session: EditSession, locale: string, text: string, now: number): EditSession {
  const withCode = (design: Json | null) => ({ ...session.codes, [locale]: { text, design } });
  const parsed = designIn(text);
  if (!parsed) return { ...session, codes: withCode(null) };
  const old = workOf(session)[locale]?.['bodyDesign'];
  const design = reuseEqualParts(old, parsed);
  if (design === old) return { ...session, codes: withCode(design) };
  const patches: JsonPatch[] = [{ kind: 'put', path: ['bodyDesign'], value: design }];
  const change = { label: 'code', typing: 'code', patches };
  return {
    ...session,
    history: recordIn(session.history, locale, change, now),
    codes: withCode(design),
  };
}

export const selectIn = (session: EditSession, selection: Selection): EditSession => ({
  ...session,
  history: { ...session.history, selection },
});

export const undoStepOf = ({ history }: EditSession): UndoStep | undefined => history.steps[history.at - 1];
export const redoStepOf = ({ history }: EditSession): UndoStep | undefined => history.steps[history.at];

const stepped = (
  session: EditSession,
  step: UndoStep | undefined,
  move: (history: History) => History,
): EditSession =>
  step
    ? {
        ...session,
        history: move(session.history),
        codes: omitLocales(session.codes, changedLocalesOf(step)),
      }
    : session;

export const undoInSession = (session: EditSession) => stepped(session, undoStepOf(session), undo);
export const redoInSession = (session: EditSession) => stepped(session, redoStepOf(session), redo);
