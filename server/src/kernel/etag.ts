import { Refusal } from './error.ts';
import type { IfMatch } from './operation.ts';

export const etagOf = (record: { revision: number }) => `"r${record.revision}"`;

export const stale = () =>
  new Refusal('stale', 'changed since it was read: read it again and repeat the change');

/** Whether the caller named revisions at all; `*` asks only that the record is there. */
export const namesRevisions = (ifMatch: IfMatch) => ifMatch !== null && !ifMatch.includes('*');

/** Refuses when the caller named revisions and the record is at another one. */
export function requireMatch(ifMatch: IfMatch, etag: string): void {
  if (namesRevisions(ifMatch) && !ifMatch?.includes(etag)) throw stale();
}
