import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { MailboxError } from '../../kernel/mailbox.ts';

/** The shape of an OAuth error code; nothing else of an answer is repeated. */
const codeOf = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : 'no reason');

/** A person has to do something at the provider. */
const ASKS_FOR_A_PERSON = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** The provider does not know our own registration. */
const ASKS_FOR_THE_OPERATOR = ['invalid_client', 'unauthorized_client'];

const unknownToThem = (name: string) =>
  new MailboxError('away', `${name} does not accept this service; its operator has to look at it`);

const away = (name: string) => new MailboxError('away', `${name} gave no answer that can be used`);

/** The library's errors hold requests and answers, so nothing of them is passed on, not even as a cause. */
function common(error: unknown, name: string): MailboxError | null {
  const { cause } = error as { cause?: unknown };
  for (const each of [error, cause]) if (each instanceof MailboxError) return each;
  if (error instanceof WWWAuthenticateChallengeError) return unknownToThem(name);
  if (!(error instanceof ResponseBodyError)) return null;
  return ASKS_FOR_THE_OPERATOR.includes(error.error) ? unknownToThem(name) : null;
}

/** While a mailbox is being connected: after an answer that cannot be trusted the owner starts again. */
export function errorFromAnswer(error: unknown, name: string): MailboxError {
  const known = common(error, name);
  if (known) return known;
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
    return new MailboxError('refused', `you did not allow ${name} to let us send`);
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return new MailboxError('refused', `${name} refused: ${codeOf(error.error)}`);
  return new MailboxError('refused', `what ${name} answered does not belong to what was begun: begin again`);
}

/** While a token is renewed: after an unreadable answer we ask again later. */
export function errorFromToken(error: unknown, name: string): MailboxError {
  const known = common(error, name);
  if (known) return known;
  if (error instanceof ResponseBodyError && ASKS_FOR_A_PERSON.includes(error.error))
    return new MailboxError('revoked', `${name} does not let us send from this mailbox any more`);
  return away(name);
}
