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
