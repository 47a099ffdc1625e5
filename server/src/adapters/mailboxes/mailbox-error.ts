import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { MailboxError } from '../../kernel/mailbox.ts';
import { message } from '../../kernel/messages/message.ts';

/** The shape of an OAuth error code; no other part of a response is repeated. */
const codeOf = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : message('provider_no_reason'));

/** Errors that a person has to resolve at the provider. */
const ASKS_FOR_A_PERSON = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** The provider does not recognize our own registration. */
const ASKS_FOR_THE_OPERATOR = ['invalid_client', 'unauthorized_client'];

const rejectsServiceError = (name: string) =>
  new MailboxError('away', message('provider_rejects_service', { name }));

const unusableAnswerError = (name: string) =>
  new MailboxError('away', message('provider_unusable_answer', { name }));

/** The library's errors contain requests and responses, so they are not passed on, not even as a cause. */
function common(error: unknown, name: string): MailboxError | null {
  const { cause } = error as { cause?: unknown };
  for (const each of [error, cause]) if (each instanceof MailboxError) return each;
  if (error instanceof WWWAuthenticateChallengeError) return rejectsServiceError(name);
  if (!(error instanceof ResponseBodyError)) return null;
  return ASKS_FOR_THE_OPERATOR.includes(error.error) ? rejectsServiceError(name) : null;
}

/**
 * For errors while a mailbox is being connected: after a response that cannot be trusted, the owner starts
 * over.
 */
export function errorFromAnswer(error: unknown, name: string): MailboxError {
  const known = common(error, name);
  if (known) return known;
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new MailboxError('refused', message('provider_denied', { name }));
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return new MailboxError('refused', message('provider_refused', { name, answer: codeOf(error.error) }));
  return new MailboxError('refused', message('provider_answer_mismatch', { name }));
}

/** For errors while a token is being renewed: after an unreadable response, we try again later. */
export function errorFromToken(error: unknown, name: string): MailboxError {
  const known = common(error, name);
  if (known) return known;
  if (error instanceof ResponseBodyError && ASKS_FOR_A_PERSON.includes(error.error))
    return new MailboxError('revoked', message('provider_revoked', { name }));
  return unusableAnswerError(name);
}
