import type { Json } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { Queries } from '../../kernel/ports.ts';
import type { VersionSummary } from './versions.schema.ts';
import type { VersionStore } from './versions.store.ts';

/**
 * A kind of document with versions: layouts, shared sections, HTTP requests. `Kept` is the stored form of a version;
 * `Value` is the decoded form that writes change.
 */
export interface DocumentKind<
  Doc extends { id: string },
  Summary extends VersionSummary,
  Kept extends object,
  Value,
> {
  /** The name that callers use, such as `layout`. */
  noun: string;
  versions: VersionStore<Summary, Kept>;
  find(db: Queries, id: string): Promise<Doc | null>;
  revisionOf(doc: Doc): number;
  /** The current document, in the form that versions store. */
  current(db: Queries, doc: Doc): Promise<Kept | null>;
  /** Returns a decoder of stored versions; keys are unlocked only once for it. */
  reader(ctx: Pick<Context, 'vault'>): Promise<(id: string, kept: Kept) => Value | Promise<Value>>;
  /** The value compared between two versions. */
  comparable(value: Value): Json;
  /** The part that may be shown, if that is less than what is compared. */
  shown?(kept: Kept): Json;
  /** Names of the members that differ. */
  changedMembers(before: Value, after: Value): string[];
}
