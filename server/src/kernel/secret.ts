/** Why a secret cannot be used, if it cannot; `hasValue` is `undefined` where there is no such secret. */
export function unusableSecret(name: string, hasValue: boolean | undefined): string | null {
  if (hasValue === undefined) return `no secret named "${name}"`;
  return hasValue ? null : `secret "${name}" has no value`;
}
