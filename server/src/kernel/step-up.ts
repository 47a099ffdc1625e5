import { invalidField } from './fields.ts';
import { Refusal } from './error.ts';

export const STEP_UP_SENTENCE = 'prove again that it is you';

/** As RFC 9470 has it: the session is known, and older than what was asked for. */
export const STEP_UP_SCHEME = 'Session error="insufficient_user_authentication"';

/** The session is somebody's, but their last proof of who they are is too old for what they ask. */
export const stepUpNeeded = () =>
  new Refusal('unauthenticated', STEP_UP_SENTENCE, { scheme: STEP_UP_SCHEME });

/** What proves who somebody is: one of these. */
export type Proof = { password: string } | { code: string } | { passkey: object };

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

export function readProof({ password, code, passkey }: Record<string, unknown>): Proof {
  if (typeof passkey === 'object' && passkey !== null) return { passkey };
  // As people copy them from their phone: in groups.
  if (text(code)) return { code: code.replace(/\s/g, '') };
  if (text(password)) return { password };
  throw invalidField('password', 'required');
}
