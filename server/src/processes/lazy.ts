/** A value made on first use. */
export interface Lazy<T> {
  get(): T;
  /** The value, if it was made. */
  readonly made: T | undefined;
}

export function lazy<T>(make: () => T): Lazy<T> {
  let made: T | undefined;
  return {
    get() {
      made ??= make();
      return made;
    },
    get made() {
      return made;
    },
  };
}

/** A port whose adapter is made when it is first used, so that whoever holds the port need not. */
export const lazyPort = <T extends object>(get: () => T): T =>
  new Proxy({} as T, {
    get(_, name) {
      const port = get();
      const member: unknown = Reflect.get(port, name);
      return typeof member === 'function' ? member.bind(port) : member;
    },
  });
