import type { JsonObject } from 'outstep/kernel/json.ts';
import { applyPatches, type JsonPatch } from './patches.rules.ts';

/** Typing in one field is a single undo step unless interrupted by a pause longer than this. */
const PAUSE_MS = 1000;
/** About a day of work; older steps cannot be undone. */
const MAX_STEPS = 500;

/** Key of the selected block. */
export type Selection = string | null;

export interface UndoStep {
  /** The operation, as a key into the texts. */
  label: string;
  patches: readonly JsonPatch[];
  inverse: readonly JsonPatch[];
  before: Selection;
  after: Selection;
  time: number;
  /** Successive steps with the same value are merged if little time passes between them. */
  typing: string | null;
}

/** A design with its undo history; `steps` from index `at` on are undone and can be redone. */
export interface History {
  state: JsonObject;
  steps: readonly UndoStep[];
  at: number;
  selection: Selection;
}

export const beginHistory = (state: JsonObject): History => ({ state, steps: [], at: 0, selection: null });

export interface DesignChange {
  label: string;
  patches: readonly JsonPatch[];
  /** The selection afterward; unchanged if omitted. */
  selection?: Selection;
  typing?: string;
  /** Ends the typing in progress, however long ago: both form one step. */
  endsTyping?: boolean;
}

function joined(last: UndoStep | undefined, next: UndoStep, endsTyping: boolean): UndoStep | null {
  if (!last || next.typing === null || last.typing !== next.typing) return null;
  if (!endsTyping && next.time - last.time > PAUSE_MS) return null;
  const isSamePlace =
    last.patches.length === 1 &&
    next.patches.length === 1 &&
    last.patches[0]?.kind === 'put' &&
    next.patches[0]?.kind === 'put' &&
    last.patches[0].path.join('\0') === next.patches[0].path.join('\0');
  const at = isSamePlace && last.patches[0]?.kind === 'put' ? last.patches[0].at : undefined;
  return {
    ...next,
    before: last.before,
    patches: isSamePlace
      ? next.patches.map((patch) => (at === undefined ? patch : { ...patch, at }))
      : [...last.patches, ...next.patches],
    inverse: isSamePlace ? last.inverse : [...next.inverse, ...last.inverse],
  };
}

/** Applies a change and records how to undo it. */
export function record(history: History, change: DesignChange, now: number): History {
  if (change.patches.length === 0) return history;
  const { value, inverse } = applyPatches(history.state, change.patches);
  const { selection: before } = history;
  const after = change.selection === undefined ? before : change.selection;
  const { label, patches, typing = null, endsTyping = false } = change;
  const step: UndoStep = { label, patches, inverse, before, after, time: now, typing };
  const done = history.steps.slice(0, history.at);
  const one = joined(done.at(-1), step, endsTyping);
  const steps = (one ? [...done.slice(0, -1), one] : [...done, step]).slice(-MAX_STEPS);
  return { state: value, steps, at: steps.length, selection: after };
}

export function undo(history: History): History {
  const step = history.steps[history.at - 1];
  if (!step) return history;
  const { value } = applyPatches(history.state, step.inverse);
  return { ...history, state: value, at: history.at - 1, selection: step.before };
}

export function redo(history: History): History {
  const step = history.steps[history.at];
  if (!step) return history;
  const { value } = applyPatches(history.state, step.patches);
  return { ...history, state: value, at: history.at + 1, selection: step.after };
}
