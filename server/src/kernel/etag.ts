import { OperationError } from './error.ts';
import { type Message, message } from './messages/message.ts';

/** `null`: the caller named no revision; otherwise the entity tags it accepts, or `*`. */
export type IfMatch = readonly string[] | null;

/** How an operation handles revisions of its record. */
export interface Revisions<Ctx, Found> {
  /** The entity tag of the found record, for `If-Match`: 412 also takes precedence over 400. */
  etagOf?(found: NoInfer<Found>): string;
  /** Names of the fields that changed since an earlier revision; `null` if that revision is not kept. */
  changedSince?(ctx: Ctx, found: NoInfer<Found>, revision: number): Promise<readonly string[] | null>;
  /** The result is one record at a revision: an `ETag` over HTTP, `revision` in the result of a tool. */
  revised?: true;
}

export const etagOf = (record: { revision: number }) => `"r${record.revision}"`;

/** The revision in an entity tag; `null` if the tag is not ours. */
export function revisionOfTag(etag: string): number | null {
  const number = /^"r([1-9]\d{0,8})"$/.exec(etag)?.[1];
  return number === undefined ? null : Number(number);
}

const MAX_NAMED = 10;

function staleMessageOf(changed: readonly string[] | null): Message {
  if (changed === null) return message('changed_since_read');
  if (changed.length === 0) return message('saved_since_read');
  const more = changed.length - MAX_NAMED;
  const names = changed.slice(0, MAX_NAMED).join(', ');
  return more > 0
    ? message('more_fields_changed_since_read', { fields: names, count: more })
    : message('fields_changed_since_read', { fields: names });
}

/** `changed` names the fields that differ from what the caller had read, if known. */
export function staleError(changed: readonly string[] | null = null): OperationError {
  return new OperationError('stale', staleMessageOf(changed));
}

/** Whether the caller named revisions at all; `*` only requires that the record exists. */
export const namesRevisions = (ifMatch: IfMatch) => ifMatch !== null && !ifMatch.includes('*');

/**
 * Rejects a call that names revisions if the record is at another one
 * (contract: Repeating and overlapping writes 3).
 */
export function requireMatch(ifMatch: IfMatch, etag: string): void {
  if (namesRevisions(ifMatch) && !ifMatch?.includes(etag)) throw staleError();
}
