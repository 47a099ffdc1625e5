import type { JsonObject } from 'outstep/kernel/json.ts';
import { reuseEqualParts } from '../../editor/model/adopt.rules.ts';
import { beginHistory, record } from '../../editor/model/history.rules.ts';
import { carryKey } from '../../editor/model/keys.rules.ts';
import type { JsonPatch } from '../../editor/model/patches.rules.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import { mergeWork } from '../merge/merge-work.rules.ts';
import { theirBlocks } from '../merge/their-blocks.rules.ts';
import {
  changedFields,
  type LayoutWork,
  marksIn,
  type SavedLayout,
  withoutMarks,
} from './layout-work.rules.ts';
import {
  changedFieldsByLanguage,
  changedLocalesOf,
  type EditSession,
  omitLocales,
  unparsedIn,
  workOf,
} from './session.rules.ts';

/**
 * Adds and removes languages without an undo step. If a step changed a removed language, the undo history is
 * cleared.
 */
function withLanguagesOf(
  { history, ...session }: EditSession,
  theirs: LayoutWork,
  kept: ReadonlySet<string>,
) {
  const state = history.state as LayoutWork;
  const isThere = (locale: string) => Object.hasOwn(theirs, locale) || kept.has(locale);
  const gone = Object.keys(state).filter((locale) => !isThere(locale));
  const come = Object.entries(theirs).filter(([locale]) => !Object.hasOwn(state, locale));
  if (gone.length === 0 && come.length === 0) return { ...session, history };
  const next = { ...omitLocales(state, gone), ...Object.fromEntries(come) };
  const isBroken = history.steps.some((step) => gone.some((locale) => changedLocalesOf(step).has(locale)));
  return {
    ...session,
    history: isBroken ? beginHistory(next) : { ...history, state: next },
    codes: omitLocales(session.codes, gone),
  };
}

/** Adopts the server's state for some languages as an undoable step. */
function adoptServerState(
  session: EditSession,
  theirs: LayoutWork,
  locales: readonly string[],
  { label, now }: { label: string; now: number },
): EditSession {
  const state = workOf(session);
  const patches = locales.flatMap((locale) =>
    Object.entries(theirs[locale] ?? {}).flatMap(([name, value]): JsonPatch[] => {
      const mine = state[locale]?.[name];
      if (sameJson(mine, value)) return [];
      return [{ kind: 'put', path: [locale, name], value: reuseEqualParts(mine, value) }];
    }),
  );
  return {
    ...session,
    history: record(session.history, { label, patches }, now),
    codes: omitLocales(session.codes, locales),
  };
}

/** Replaces languages that no step has changed, which therefore need no undo. */
function replaced(session: EditSession, theirs: LayoutWork, locales: readonly string[]): EditSession {
  if (locales.length === 0) return session;
  const state = workOf(session);
  const next = locales.map((locale) => [
    locale,
    reuseEqualParts(state[locale], theirs[locale] as JsonObject),
  ]);
  return {
    ...session,
    history: { ...session.history, state: { ...state, ...Object.fromEntries(next) } as JsonObject },
  };
}

/**
 * Handles a newer state from the server; the only place that decides what happens to it. After the person's
 * own save, it contains the changes that other languages followed. Changes by others are adopted if there is
 * no unsaved work, and otherwise merged.
 */
export function receiveServerState(session: EditSession, theirs: SavedLayout, now: number): EditSession {
  const { base } = session;
  if (theirs.version < base.version) return session;
  const changed = new Set(changedFieldsByLanguage(session).keys());
  const isOwn = theirs.version === base.version;
  const next = withLanguagesOf(session, theirs.state, changed);
  if (!isOwn && changed.size > 0)
    return together({ ...next, base: joinedBase(session, theirs) }, theirs, now);
  const others = Object.keys(theirs.state).filter(
    (locale) =>
      !changed.has(locale) &&
      changedFields(theirs.state[locale], workOf(next)[locale] as JsonObject).length > 0,
  );
  if (!isOwn) {
    const taken = adoptServerState(next, theirs.state, others, { label: 'theirs', now });
    return { ...taken, base: theirs, waiting: null, theirs: theirBlocks(workOf(session), workOf(taken)) };
  }
  const touched = new Set(next.history.steps.flatMap((step) => [...changedLocalesOf(step)]));
  const untouched = replaced(
    next,
    theirs.state,
    others.filter((locale) => !touched.has(locale)),
  );
  const touchedOthers = others.filter((locale) => touched.has(locale));
  return {
    ...adoptServerState(untouched, theirs.state, touchedOthers, { label: 'follow', now }),
    base: theirs,
  };
}

/** Adds languages that are new to the work, because there is no older state to compare them with. */
const joinedBase = ({ base, history }: EditSession, theirs: SavedLayout): SavedLayout => ({
  ...base,
  state: { ...omitLocales(theirs.state, Object.keys(history.state)), ...base.state },
});

/**
 * Merges both sides. Conflicts wait for a decision, and everything waits while any code is not a valid
 * design.
 */
function together(session: EditSession, theirs: SavedLayout, now: number): EditSession {
  const isTyped = Object.keys(session.codes).some((locale) => unparsedIn(session, locale) !== null);
  const waiting = { ...session, waiting: theirs };
  if (isTyped) return waiting;
  const merged = mergeWork(session.base.state, workOf(session), theirs.state, carryKey);
  return merged.conflicts.length > 0 ? waiting : applyDecisions(session, theirs, merged.state, now);
}

/** Applies the merged state, including what others saved, as one step. */
export function applyDecisions(
  session: EditSession,
  theirs: SavedLayout,
  state: LayoutWork,
  now: number,
): EditSession {
  const before = workOf(session);
  const { history, ...next } = withLanguagesOf(session, state, new Set());
  const patches = Object.entries(state).flatMap(([locale, content]) =>
    Object.entries(content).flatMap(([name, value]): JsonPatch[] =>
      sameJson(before[locale]?.[name], value) ? [] : [{ kind: 'put', path: [locale, name], value }],
    ),
  );
  const after = record(history, { label: 'theirs', patches }, now);
  return {
    ...next,
    ...{ history: after, base: theirs, waiting: null },
    codes: omitLocales(next.codes, changedLocalesOf({ patches })),
    theirs: theirBlocks(before, after.state as LayoutWork),
  };
}

/** Discards unsaved changes. */
export function discardChanges(session: EditSession, theirs: SavedLayout, now: number): EditSession {
  const next = withLanguagesOf(session, theirs.state, new Set());
  const state = Object.entries(theirs.state).map(([locale, content]): [string, JsonObject] => [
    locale,
    { ...content, ...('stillRight' in (workOf(next)[locale] ?? {}) && { stillRight: {} }) },
  ]);
  const all = adoptServerState(next, Object.fromEntries(state), Object.keys(theirs.state), {
    label: 'theirs',
    now,
  });
  return { ...all, base: theirs, codes: {}, waiting: null };
}

/** Records that the server has these languages as they were sent. */
export function receiveSave(session: EditSession, sent: LayoutWork, version: number): EditSession {
  const state = Object.entries(sent).map(([locale, content]) => [locale, withoutMarks(content)]);
  const told = Object.entries(sent).map(([locale, content]) => [
    locale,
    { ...session.told?.[locale], ...marksIn(content) },
  ]);
  return {
    ...session,
    base: { version, state: { ...session.base.state, ...Object.fromEntries(state) } },
    told: { ...session.told, ...Object.fromEntries(told) },
    waiting: null,
  };
}
