import { type Message, message } from './messages/message.ts';
/** Why a secret cannot be used, if it cannot; `hasValue` is `undefined` where there is no such secret. */
export function unusableSecret(name: string, hasValue: boolean | undefined): Message | null {
  if (hasValue === undefined) return message('secret_missing', { name });
  return hasValue ? null : message('secret_empty', { name });
}
