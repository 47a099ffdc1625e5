import type { PropertyPath } from 'outstep/kernel/fields.ts';
import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { type BlockEntry, samePath } from '../model/blocks.rules.ts';
import type { ForcedConditions } from '../model/forced.rules.ts';
import type { DesignChange, Selection } from '../model/history.rules.ts';

interface OpenPreset {
  id: string;
  list: JsonPath;
  /** The preset's type and name. */
  title: string;
}

/** Keys of blocks that another person has just changed or moved. */
export type TheirBlocks = ReadonlyMap<string, 'written' | 'moved'>;

/** The state shared by all parts of the editor: one design and the operations on it. */
export interface EditorSession {
  design: JsonObject;
  entries: readonly BlockEntry[];
  selection: Selection;
  canChange: boolean;
  /** By field path relative to the design, such as `blocks[2].text`. */
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
  /** The preset being edited in place. Only its blocks, which are in `list`, can be selected and changed. */
  preset?: OpenPreset;
  /** Forces a condition; `null` leaves it to the data. */
  force(key: string, holds: boolean | null): void;
}

/**
 * Whether two states of a session differ only in text. If so, the email, outline and tools may rerender
 * slightly later than the field being edited, because no block has moved.
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

/** Writes a path the way the server names fields, such as `blocks[2].text`. */
export const fieldPath = (path: PropertyPath) =>
  path.reduce<string>(
    (name, step) =>
      typeof step === 'number' ? `${name}[${step}]` : name ? `${name}.${String(step)}` : String(step),
    '',
  );

/** Whether the block or one nested in it has errors. */
export const hasErrors = ({ path }: BlockEntry, faults: EditorSession['faults']) => {
  const place = fieldPath(path);
  return Object.keys(faults).some((field) => field === place || field.startsWith(`${place}.`));
};
