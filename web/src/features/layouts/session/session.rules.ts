import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import { isPlainObject } from '../../../../../server/src/kernel/plain-object.ts';
import { adopt } from '../../editor/model/adopt.rules.ts';
import {
  beginHistory,
  type Change,
  type History,
  record,
  redo,
  type Selection,
  type Step,
  undo,
} from '../../editor/model/history.rules.ts';
import { below, type Patch, valueAt } from '../../editor/model/patches.rules.ts';
import type { TheirBlocks } from '../../editor/session/session.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import {
  type Base,
  type ContentField,
  changedFields,
  type LayoutWork,
  type Marks,
  marksIn,
} from './layout-work.rules.ts';

/** Code that is no design yet, or is spaced otherwise than we would. */
export interface Code {
  text: string;
  /** What it says, or `null`. */
  design: Json | null;
}

/**
 * All languages of a layout while they are edited: what the server has of them, what was made of it step by step, and
 * what is typed as code, by language. Paths of patches begin with the language, so undo goes over all of them.
 */
export interface Session {
  /** The main language. */
  main: string;
  base: Base;
  history: History;
  codes: Readonly<Record<string, Code>>;
  /** What somebody else saved and cannot be brought together with the work yet. */
  waiting?: Base | null;
  theirs?: TheirBlocks;
  /** What the server was told to be up to date, by language: undo does not take that back. */
  told?: Readonly<Record<string, Marks>>;
}

export const beginSession = (base: Base, main: string): Session => ({
  ...{ main, base, history: beginHistory(base.state as JsonObject), codes: {} },
});

export const workOf = ({ history }: Session) => history.state as LayoutWork;

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
export const unparsedIn = ({ codes }: Pick<Session, 'codes'>, locale: string): string | null => {
  const code = codes[locale];
  return code?.design === null ? code.text : null;
};

/** Of what a language is marked with, what the main one still says and the server does not know. */
export function marksOf(session: Session, locale: string): Marks {
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
export function changesOf(session: Session): ReadonlyMap<string, readonly ContentField[]> {
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
export const localesOf = ({ patches }: Pick<Step, 'patches'>): ReadonlySet<string> =>
  new Set(patches.map(({ path }) => String(path[0])));

/** By language, without some of them; the same if none of them is in it. */
export function without<T>(record: Readonly<Record<string, T>>, locales: Iterable<string>) {
  const gone = new Set([...locales].filter((locale) => Object.hasOwn(record, locale)));
  if (gone.size === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([locale]) => !gone.has(locale)));
}

function recordIn(history: History, locale: string, change: Change, now: number): History {
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
export function runIn(session: Session, locale: string, change: Change, now: number): Session {
  const patches = change.patches.map((patch) => below(['bodyDesign'], patch));
  return {
    ...session,
    history: recordIn(session.history, locale, { ...change, patches }, now),
    codes: without(session.codes, [locale]),
  };
}

export function writeIn(session: Session, locale: string, name: ContentField, value: string, now: number) {
  const patches: Patch[] = [{ kind: 'put', path: [name], value }];
  const change = { label: name, typing: name, patches };
  return { ...session, history: recordIn(session.history, locale, change, now) };
}

/** Calls a text of the main language translated, or takes that back. */
export function markIn(
  session: Session,
  locale: string,
  path: string,
  isDone: boolean,
  now: number,
): Session {
  const work = workOf(session);
  const { [path]: _, ...others } = marksIn(work[locale]);
  const text = valueAt(work[session.main], stepsOf(path));
  const value = isDone && typeof text === 'string' ? { ...others, [path]: text } : others;
  const patches: Patch[] = [{ kind: 'put', path: ['stillRight'], value }];
  return { ...session, history: recordIn(session.history, locale, { label: 'stillRight', patches }, now) };
}

export function writeCodeIn(session: Session, locale: string, text: string, now: number): Session {
  const withCode = (design: Json | null) => ({ ...session.codes, [locale]: { text, design } });
  const parsed = designIn(text);
  if (!parsed) return { ...session, codes: withCode(null) };
  const old = workOf(session)[locale]?.['bodyDesign'];
  const design = adopt(old, parsed);
  if (design === old) return { ...session, codes: withCode(design) };
  const patches: Patch[] = [{ kind: 'put', path: ['bodyDesign'], value: design }];
  const change = { label: 'code', typing: 'code', patches };
  return {
    ...session,
    history: recordIn(session.history, locale, change, now),
    codes: withCode(design),
  };
}

export const selectIn = (session: Session, selection: Selection): Session => ({
  ...session,
  history: { ...session.history, selection },
});

export const stepBack = ({ history }: Session): Step | undefined => history.steps[history.at - 1];
export const stepForward = ({ history }: Session): Step | undefined => history.steps[history.at];

const stepped = (session: Session, step: Step | undefined, move: (history: History) => History): Session =>
  step
    ? {
        ...session,
        history: move(session.history),
        codes: without(session.codes, localesOf(step)),
      }
    : session;

export const undone = (session: Session) => stepped(session, stepBack(session), undo);
export const redone = (session: Session) => stepped(session, stepForward(session), redo);
