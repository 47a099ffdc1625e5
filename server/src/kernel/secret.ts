import { type Message, message } from './messages/message.ts';
import type { LiquidText } from './ports.ts';

/** Text that may refer to secrets, and what the values become part of. */
export interface SecretText extends LiquidText {
  /** An email, or a request to this URL, which may contain Liquid. Absent if nothing is sent. */
  goesTo?: 'email' | { url: string };
}

/** Why a secret cannot be used, or `null`; `hasValue` is `undefined` if there is no such secret. */
export function unusableSecret(name: string, hasValue: boolean | undefined): Message | null {
  if (hasValue === undefined) return message('secret_missing', { name });
  return hasValue ? null : message('secret_empty', { name });
}
