/**
 * The identity of a block while it is edited, kept outside the design: selection, lists and later merging
 * need no ids in designs without any, and no unrequested change is written.
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

/** Keeps the identity of a block for its changed copy. */
export function carryKey<T extends object>(from: object, to: T): T {
  keys.set(to, keyOf(from));
  return to;
}
