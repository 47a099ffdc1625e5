const TIME_DIGITS = 12;
const MORE_DIGITS = 18;

/** A UUIDv7 with this time; `digits` provides the rest in hexadecimal. */
export function idAt(at: number, digits: string): string {
  const time = at.toString(16).padStart(TIME_DIGITS, '0');
  const rest = digits.slice(0, MORE_DIGITS);
  const parts = [
    time.slice(0, 8),
    time.slice(8),
    `7${rest.slice(0, 3)}`,
    `8${rest.slice(3, 6)}`,
    rest.slice(6),
  ];
  return parts.join('-');
}

type Sha256 = (text: string) => Buffer;

const markOf = (at: number, sha256: Sha256) => sha256(`outstep demo store of ${at}`).toString('hex');

/**
 * The ID of a new demo store, which also identifies it as one: no other store has these digits for its time.
 */
export const demoStoreId = (at: number, sha256: Sha256) => idAt(at, markOf(at, sha256));

export function isDemoStore(id: string, sha256: Sha256): boolean {
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, TIME_DIGITS), 16);
  return id === demoStoreId(at, sha256);
}
