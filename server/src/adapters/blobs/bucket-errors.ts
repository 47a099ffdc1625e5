import { OperationError } from '../../kernel/error.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import { RETRY_SECONDS } from './all-files.ts';

/** Errors that an operator can fix, by their name or code. */
const reasons: Readonly<Record<string, Message>> = {
  NoSuchBucket: message('bucket_missing'),
  AccessDenied: message('access_denied'),
  AllAccessDisabled: message('access_denied'),
  InvalidAccessKeyId: message('access_key_unknown'),
  SignatureDoesNotMatch: message('secret_key_wrong'),
  ExpiredToken: message('credentials_expired'),
  RequestTimeTooSkewed: message('clock_wrong'),
  CredentialsProviderError: message('no_credentials'),
  PermanentRedirect: message('other_region_or_endpoint'),
  AuthorizationHeaderMalformed: message('other_region'),
  QuotaExceeded: message('storage_full'),
  SlowDown: message('storage_overloaded'),
  TimeoutError: message('storage_silent'),
  ECONNREFUSED: message('storage_silent'),
  ECONNRESET: message('storage_silent'),
  EPIPE: message('storage_silent'),
  EHOSTUNREACH: message('storage_unreachable'),
  ENETUNREACH: message('storage_unreachable'),
  ENOTFOUND: message('storage_host_unknown'),
  EAI_AGAIN: message('storage_host_unknown'),
};

interface BucketError {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const statusOf = (error: unknown) => (error as BucketError | null)?.$metadata?.httpStatusCode;

export const isMissing = (error: unknown): boolean => {
  const { name } = error as BucketError;
  return name === 'NoSuchKey' || (name === 'NotFound' && statusOf(error) === 404);
};

function reasonOf(error: BucketError): Message | null {
  for (const word of [error.name, error.code]) {
    const reason = typeof word === 'string' && Object.hasOwn(reasons, word) ? reasons[word] : undefined;
    if (reason) return reason;
  }
  if (/^Region is missing/.test(String(error.message))) return message('no_region');
  const status = statusOf(error);
  if (status === undefined) return null;
  // The response to a HEAD has no body with an explanation.
  if (status === 403) return reasons['AccessDenied'] as Message;
  if (status === 503) return reasons['SlowDown'] as Message;
  const name = String(error.name);
  return /^\w{1,60}$/.test(name)
    ? message('storage_answered_word', { status, word: name })
    : message('storage_answered', { status });
}

/** Callers of the API may read this, so it reveals neither the bucket's location nor its name. */
export function toOperationError(error: unknown): unknown {
  if (error instanceof OperationError || !(error instanceof Error)) return error;
  const reason = reasonOf(error as BucketError);
  if (!reason) return error;
  return new OperationError('unavailable', message('files_bucket_unusable', { why: reason }), {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
