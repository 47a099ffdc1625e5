/**
 * Absent, `null` and a value are three different things in a change: absent keeps, `null` clears, a value
 * replaces (contract: Fields 3; Fields 4). Absent is `undefined` in types, so that code that ignores the
 * difference does not compile.
 */
export type Patch<T> = { [K in keyof T]?: T[K] | undefined };

/** The value after a change: the one that was sent, or the current one if none was sent. */
export function changed<T>(sent: T | undefined, current: T): T {
  return sent === undefined ? current : sent;
}
