import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { type Entry, samePath } from '../model/blocks.rules.ts';
import type { Forced } from '../model/forced.rules.ts';
import type { Change, Selection } from '../model/history.rules.ts';
import type { Path } from '../model/patches.rules.ts';

interface OpenPreset {
  id: string;
  list: Path;
  /** Its kind and name. */
  title: string;
}

/** Keys of blocks that somebody else has just changed, or only moved. */
export type TheirBlocks = ReadonlyMap<string, 'written' | 'moved'>;

/** What the parts of the editor work on: one design, with all that can be done to it. */
export interface EditorSession {
  design: JsonObject;
  entries: readonly Entry[];
  selection: Selection;
  canChange: boolean;
  /** By field, from the design on: `blocks[2].text`. */
  faults: Readonly<Record<string, string>>;
  run(change: Change | null): void;
  select(key: Selection): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
  theirs?: TheirBlocks;
  /** Conditions that are looked at as if they held or did not. */
  forced: Forced;
  /** A preset that is edited in its place: its blocks alone can be chosen and changed, and stand in `list`. */
  preset?: OpenPreset;
  /** `null`: as the data says. */
  force(key: string, holds: boolean | null): void;
}

/**
 * Whether two moments of a session differ in what is written alone. Then the mail, the outline and the tools may be drawn
 * a moment after the field that somebody writes in: each block is where it was.
 */
export function isSameButWords(one: EditorSession, other: EditorSession): boolean {
  return (
    one.selection === other.selection &&
    one.canChange === other.canChange &&
    one.canUndo === other.canUndo &&
    one.canRedo === other.canRedo &&
    one.forced === other.forced &&
    one.theirs === other.theirs &&
    one.preset === other.preset &&
    one.entries.length === other.entries.length &&
    one.entries.every(({ key, path }, i) => {
      const entry = other.entries[i];
      return key === entry?.key && samePath(path, entry.path);
    })
  );
}

/** `blocks[2].text`, as the server names fields. */
export const fieldPath = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (name, step) =>
      typeof step === 'number' ? `${name}[${step}]` : name ? `${name}.${String(step)}` : String(step),
    '',
  );

/** Whether something is wrong in the block itself or in one within it. */
export const isFaulty = ({ path }: Entry, faults: EditorSession['faults']) => {
  const place = fieldPath(path);
  return Object.keys(faults).some((field) => field === place || field.startsWith(`${place}.`));
};
