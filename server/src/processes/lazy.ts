/** Made when it is first asked for. */
export interface Lazy<T> {
  get(): T;
  /** What was made, if anybody asked. */
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
