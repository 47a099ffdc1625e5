import { isAPIError } from 'better-auth/api';
import { OperationError } from '../../kernel/error.ts';
import { invalidField } from '../../kernel/fields.ts';
import { message } from '../../kernel/messages/message.ts';
import type { Proof } from '../../kernel/step-up.ts';
import type { Auth } from './auth.ts';
import type { SessionProofs } from './session-proofs.ts';

export interface StepUpSubject {
  /** The person's ID. */
  id: string;
  hasSecondFactor: boolean;
  /** The session's ID. */
  session: string;
}

const CODE = /^\d{6}$/;

/** If the library rejects the proof, it has failed; any other error is internal. */
async function isPassed(check: Promise<unknown>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return false;
    throw error;
  }
}

/** Proves that the holder of the session is the person: by password, by code, or by one of their passkeys. */
export function createStepUp(auth: Auth, proofs: SessionProofs) {
  async function byPasskey(headers: Headers, { id }: StepUpSubject, response: unknown): Promise<boolean> {
    // The library checks passkeys only by signing in, so the session that it creates is deleted.
    const signedIn = await auth.api
      .verifyPasskeyAuthentication({ body: { response: response as never }, headers })
      .catch((error) => {
        if (isAPIError(error) && error.statusCode < 500) return null;
        throw error;
      });
    if (!signedIn) return false;
    const { internalAdapter } = await auth.$context;
    await internalAdapter.deleteSession(signedIn.session.token);
    return signedIn.user.id === id;
  }

  async function byCode(headers: Headers, { id }: StepUpSubject, code: string): Promise<boolean> {
    if (!(await proofs.takeCode(id, code))) return false;
    return isPassed(
      CODE.test(code)
        ? auth.api.verifyTOTP({ body: { code }, headers })
        : auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers }),
    );
  }

  const wrong = (proof: Proof) =>
    'passkey' in proof
      ? new OperationError('invalid', message('passkey_not_yours'))
      : 'code' in proof
        ? invalidField('code', message('code_wrong'))
        : invalidField('password', message('wrong'));

  const check = (headers: Headers, prover: StepUpSubject, proof: Proof): Promise<boolean> => {
    if ('passkey' in proof) return byPasskey(headers, prover, proof.passkey);
    if ('code' in proof) return byCode(headers, prover, proof.code);
    return isPassed(auth.api.verifyPassword({ body: { password: proof.password }, headers }));
  };

  return async function stepUp(
    headers: Headers,
    prover: StepUpSubject,
    proof: Proof,
    onFailure: () => Promise<void>,
  ): Promise<void> {
    // If a password were enough for the most sensitive operations, the second factor would be pointless.
    if ('password' in proof && prover.hasSecondFactor) throw invalidField('code', message('required'));
    if (!(await check(headers, prover, proof))) {
      await onFailure();
      throw wrong(proof);
    }
    await proofs.markProven(prover.session);
  };
}
