import type { Json } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { Queries } from '../../kernel/ports.ts';
import type { VersionSummary } from './versions.schema.ts';
import type { VersionStore } from './versions.store.ts';

/**
 * A kind of document with versions: layouts, shared sections, HTTP requests. `Kept` is what a version keeps, as it is
 * stored; `Value` is what that means, and what a write changes.
 */
export interface DocumentKind<
  Doc extends { id: string },
  Summary extends VersionSummary,
  Kept extends object,
  Value,
> {
  /** As a caller calls it: `layout`. */
  noun: string;
  versions: VersionStore<Summary, Kept>;
  find(db: Queries, id: string): Promise<Doc | null>;
  revisionOf(doc: Doc): number;
  /** The document as it is, in the form that a version keeps. */
  current(db: Queries, doc: Doc): Promise<Kept | null>;
  /** Reads what versions keep; what has to be opened for that is opened once. */
  reader(ctx: Pick<Context, 'vault'>): Promise<(id: string, kept: Kept) => Value | Promise<Value>>;
  /** What is compared of two values. */
  comparable(value: Value): Json;
  /** What may be shown of it, where that is less than what is compared. */
  shown?(kept: Kept): Json;
  /** Names of the members that differ. */
  changedMembers(before: Value, after: Value): string[];
}
