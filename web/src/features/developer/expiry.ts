export const expiries = ['never', '30', '90', '365', 'date'] as const;
export type Expiry = (typeof expiries)[number];

const DAY_MS = 86_400_000;
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** As a date field writes it, where the reader is. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** When a key ends: so many days from now, or with the end of a day where the reader is; `null`: never. */
export function expiresAt(expiry: Expiry, day: string, now = Date.now()): string | null {
  if (expiry === 'never') return null;
  const end = expiry === 'date' ? new Date(`${day}T23:59:59`) : new Date(now + Number(expiry) * DAY_MS);
  return end.toISOString();
}
