import type { TranslationMarks } from 'outstep/features/layouts/translations/translations.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { adopt } from '../../editor/model/adopt.rules.ts';
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
import { below, type JsonPatch, valueAt } from '../../editor/model/patches.rules.ts';
import type { TheirBlocks } from '../../editor/session/session.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import {
  type ContentField,
  changedFields,
  type LayoutWork,
  marksIn,
  type SavedLayout,
} from './layout-work.rules.ts';

/** Code that is no design yet, or is spaced otherwise than we would. */
export interface EditedCode {
  text: string;
  /** What it says, or `null`. */
  design: Json | null;
}

/**
 * All languages of a layout while they are edited: what the server has of them, what was made of it step by step, and
 * what is typed as code, by language. Paths of patches begin with the language, so undo goes over all of them.
 */
export interface EditSession {
  /** The main language. */
  main: string;
  base: SavedLayout;
  history: History;
  codes: Readonly<Record<string, EditedCode>>;
  /** What somebody else saved and cannot be brought together with the work yet. */
  waiting?: SavedLayout | null;
  theirs?: TheirBlocks;
  /** What the server was told to be up to date, by language: undo does not take that back. */
  told?: Readonly<Record<string, TranslationMarks>>;
}

export const beginSession = (base: SavedLayout, main: string): EditSession => ({
  ...{ main, base, history: beginHistory(base.state as JsonObject), codes: {} },
});

export const workOf = ({ history }: EditSession) => history.state as LayoutWork;

/** The design that a text says, or null. */
export function designIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** The text of a language whose code is no design. */
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
 * What differs from what the server has, by language; languages without a change are not in it. One that is only marked
 * says what the server has.
 */
export function changesOf(session: EditSession): ReadonlyMap<string, readonly ContentField[]> {
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

/** The languages that a step changes. */
export const localesOf = ({ patches }: Pick<UndoStep, 'patches'>): ReadonlySet<string> =>
  new Set(patches.map(({ path }) => String(path[0])));

/** By language, without some of them; the same if none of them is in it. */
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
      patches: patches.map((patch) => below([locale], patch)),
    },
    now,
  );
}

/** A change of a language's design; what was written as code before is in it. */
export function runIn(session: EditSession, locale: string, change: DesignChange, now: number): EditSession {
  const patches = change.patches.map((patch) => below(['bodyDesign'], patch));
  return {
    ...session,
    history: recordIn(session.history, locale, { ...change, patches }, now),
    codes: omitLocales(session.codes, [locale]),
  };
}

export function writeIn(
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

/** Calls a text of the main language translated, or takes that back. */
export function markIn(
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
  const design = adopt(old, parsed);
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
        codes: omitLocales(session.codes, localesOf(step)),
      }
    : session;

export const undoInSession = (session: EditSession) => stepped(session, undoStepOf(session), undo);
export const redoInSession = (session: EditSession) => stepped(session, redoStepOf(session), redo);
