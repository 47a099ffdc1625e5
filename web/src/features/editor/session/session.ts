import type { PropertyPath } from 'outstep/kernel/fields.ts';
import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { type BlockEntry, samePath } from '../model/blocks.rules.ts';
import type { ForcedConditions } from '../model/forced.rules.ts';
import type { DesignChange, Selection } from '../model/history.rules.ts';

interface OpenPreset {
  id: string;
  list: JsonPath;
  /** The type and name of the block. */
  title: string;
}

/** Keys of blocks that another person has just changed or moved. */
export type TheirBlocks = ReadonlyMap<string, 'written' | 'moved'>;

/** What the parts of the editor work on: one design, with all that can be done to it. */
export interface EditorSession {
  design: JsonObject;
  entries: readonly BlockEntry[];
  selection: Selection;
  canChange: boolean;
  /** By field, from the design on: `blocks[2].text`. */
  faults: Readonly<Record<string, string>>;
  run(change: DesignChange | null): void;
  select(key: Selection): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
  theirs?: TheirBlocks;
  /** Conditions that the preview forces to true or false. */
  forced: ForcedConditions;
  /** A preset that is edited in its place: its blocks alone can be chosen and changed, and stand in `list`. */
  preset?: OpenPreset;
  /** `null`: as the data says. */
  force(key: string, holds: boolean | null): void;
}

/**
 * Whether two moments of a session differ in what is written alone. Then the email, the outline and the tools may be
 * drawn a moment after the field that somebody writes in: each block is where it was.
 */
export function differsOnlyInText(one: EditorSession, other: EditorSession): boolean {
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
export const fieldPath = (path: PropertyPath) =>
  path.reduce<string>(
    (name, step) =>
      typeof step === 'number' ? `${name}[${step}]` : name ? `${name}.${String(step)}` : String(step),
    '',
  );

/** Whether something is wrong in the block itself or in one within it. */
export const hasErrors = ({ path }: BlockEntry, faults: EditorSession['faults']) => {
  const place = fieldPath(path);
  return Object.keys(faults).some((field) => field === place || field.startsWith(`${place}.`));
};
