import { Refusal } from './error.ts';
import { invalidField } from './fields.ts';
import { message } from './messages/message.ts';

export const STEP_UP_SENTENCE = message('step_up_needed');

/** As RFC 9470 has it: the session is known, and older than what was asked for. */
export const STEP_UP_SCHEME = 'Session error="insufficient_user_authentication"';

/** The session is valid, but its last identity proof is too old for this operation. */
export const stepUpNeeded = () =>
  new Refusal('unauthenticated', STEP_UP_SENTENCE, { scheme: STEP_UP_SCHEME });

/** One of these proves the identity of a person. */
export type Proof = { password: string } | { code: string } | { passkey: object };

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

export function readProof({ password, code, passkey }: Record<string, unknown>): Proof {
  if (typeof passkey === 'object' && passkey !== null) return { passkey };
  // As people copy them from their phone: in groups.
  if (text(code)) return { code: code.replace(/\s/g, '') };
  if (text(password)) return { password };
  throw invalidField('password', message('required'));
}
