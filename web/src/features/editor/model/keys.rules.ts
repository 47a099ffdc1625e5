/**
 * The identity of a block while it is edited, held beside the design: selection, lists and later merging need no ids in
 * designs that have none, and nothing is written that nobody asked for.
 */
const keys = new WeakMap<object, string>();
let made = 0;

export function keyOf(block: object): string {
  const known = keys.get(block);
  if (known !== undefined) return known;
  const key = `b${++made}`;
  keys.set(block, key);
  return key;
}

/** A changed copy is the same block. */
export function carryKey<T extends object>(from: object, to: T): T {
  keys.set(to, keyOf(from));
  return to;
}
