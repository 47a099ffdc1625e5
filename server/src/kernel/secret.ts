import { type Message, message } from './messages/message.ts';
import type { LiquidText } from './ports.ts';

/** A text that may name secrets, and what its values become a part of. */
export interface SecretText extends LiquidText {
  /** An email, or a request to this URL, which may hold Liquid. Absent: nothing that leaves. */
  goesTo?: 'email' | { url: string };
}

/** Why a secret cannot be used, if it cannot; `hasValue` is `undefined` where there is no such secret. */
export function unusableSecret(name: string, hasValue: boolean | undefined): Message | null {
  if (hasValue === undefined) return message('secret_missing', { name });
  return hasValue ? null : message('secret_empty', { name });
}
