import { Refusal } from './error.ts';
import type { IfMatch } from './operation.ts';

export const etagOf = (record: { revision: number }) => `"r${record.revision}"`;

/** The revision that an entity tag says; `null` for a tag that is not ours. */
export function revisionOfTag(etag: string): number | null {
  const number = /^"r([1-9]\d{0,9})"$/.exec(etag)?.[1];
  return number === undefined ? null : Number(number);
}

const MAX_NAMED = 10;

/** `changed` names the members that differ from what the caller had read, where that is known. */
export function stale(changed: readonly string[] | null = null): Refusal {
  const names = changed?.slice(0, MAX_NAMED).join(', ') ?? '';
  const more = changed && changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : '';
  const what =
    changed?.length === 0
      ? 'saved again since it was read, without a difference'
      : `changed since it was read${names && ` (${names}${more})`}`;
  return new Refusal('stale', `${what}: read it again and repeat the change`);
}

/** Whether the caller named revisions at all; `*` asks only that the record is there. */
export const namesRevisions = (ifMatch: IfMatch) => ifMatch !== null && !ifMatch.includes('*');

/** Refuses when the caller named revisions and the record is at another one. */
export function requireMatch(ifMatch: IfMatch, etag: string): void {
  if (namesRevisions(ifMatch) && !ifMatch?.includes(etag)) throw stale();
}
