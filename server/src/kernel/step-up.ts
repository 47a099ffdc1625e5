import { OperationError } from './error.ts';
import { invalidField } from './fields.ts';
import { message } from './messages/message.ts';

export const STEP_UP_SENTENCE = message('step_up_needed');

/** From RFC 9470: the session is valid but older than required. */
export const STEP_UP_SCHEME = 'Session error="insufficient_user_authentication"';

/** The session is valid, but its last identity proof is too old for this operation. */
export const stepUpNeeded = () =>
  new OperationError('unauthenticated', STEP_UP_SENTENCE, { scheme: STEP_UP_SCHEME });

/** One of these proves the identity of a person. */
export type Proof = { password: string } | { code: string } | { passkey: object };

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

export function readProof({ password, code, passkey }: Record<string, unknown>): Proof {
  if (typeof passkey === 'object' && passkey !== null) return { passkey };
  // People copy codes in groups of characters from their phone.
  if (text(code)) return { code: code.replace(/\s/g, '') };
  if (text(password)) return { password };
  throw invalidField('password', message('required'));
}
