/** A value created on first use. */
export interface Lazy<T> {
  get(): T;
  /** The value, if it was created. */
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

/** A port whose adapter is created on first use, so that passing the port around is free. */
export const lazyPort = <T extends object>(get: () => T): T =>
  new Proxy({} as T, {
    get(_, name) {
      const port = get();
      const member: unknown = Reflect.get(port, name);
      return typeof member === 'function' ? member.bind(port) : member;
    },
  });
