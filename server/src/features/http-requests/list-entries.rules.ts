import { MASK } from '../records/masking/mask.rules.ts';

/** Members that identify an entry of a list, most reliable first. */
const IDENTIFYING = [
  ...['id', '_id', 'uuid', 'key', 'name', 'code', 'slug', 'handle', 'sku', 'username', 'user', 'login'],
  ...['email', 'url', 'host', 'label', 'title', 'type'],
];

/** An entry of a list as callers read it: its masked text, and its members that have no structure inside. */
export interface ListEntry {
  text: string;
  members: ReadonlyMap<string, string>;
}

function identityOf({ members }: ListEntry): string | null {
  for (const name of IDENTIFYING) {
    const value = members.get(name);
    if (value !== undefined && !value.includes(MASK)) return `${name}=${value}`;
  }
  return null;
}

function countOf(values: readonly (string | null)[]): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * A key for each entry; the same entry in another list has the same key, wherever it is there. An entry is
 * identified by a member that no other entry shares, or else by its whole text. Identical entries can be
 * distinguished only by their order, and only while none of them was added or removed
 * (contract: HTTP requests 6).
 */
export function entryKeys(entries: readonly ListEntry[]): string[] {
  const identities = entries.map(identityOf);
  const shared = countOf(identities);
  const texts = countOf(entries.map(({ text }) => text));
  const seen = new Map<string, number>();
  return entries.map(({ text }, i) => {
    const identity = identities[i];
    if (typeof identity === 'string' && shared.get(identity) === 1) return `is ${identity}`;
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return `reads ${nth} of ${texts.get(text)} ${text}`;
  });
}
