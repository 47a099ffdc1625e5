import { Refusal } from '../../kernel/error.ts';

/** What an operator can do something about, by the name or code of the error. */
const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'access is denied',
  AllAccessDisabled: 'access is denied',
  InvalidAccessKeyId: 'the access key is not known there',
  SignatureDoesNotMatch: 'the secret access key is wrong',
  ExpiredToken: 'the credentials have expired',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  CredentialsProviderError: 'no credentials were found (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)',
  PermanentRedirect: 'it is in another region or at another endpoint',
  AuthorizationHeaderMalformed: 'it is in another region',
  QuotaExceeded: 'its quota is used up',
  SlowDown: 'it is overloaded',
  TimeoutError: 'it does not answer',
  ECONNREFUSED: 'it does not answer',
  ECONNRESET: 'it does not answer',
  EPIPE: 'it does not answer',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host is not known',
};

interface Fault {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const statusOf = (error: unknown) => (error as Fault | null)?.$metadata?.httpStatusCode;

export const isMissing = (error: unknown): boolean => {
  const { name } = error as Fault;
  return name === 'NoSuchKey' || (name === 'NotFound' && statusOf(error) === 404);
};

function reasonOf(error: Fault): string | null {
  for (const word of [error.name, error.code]) {
    const reason = typeof word === 'string' && Object.hasOwn(reasons, word) ? reasons[word] : undefined;
    if (reason) return reason;
  }
  if (/^Region is missing/.test(String(error.message))) return 'no region is set (region=… or AWS_REGION)';
  const status = statusOf(error);
  if (status === undefined) return null;
  // The answer to a HEAD has no body that could say more.
  if (status === 403) return reasons['AccessDenied'] as string;
  if (status === 503) return reasons['SlowDown'] as string;
  const name = String(error.name);
  return /^\w{1,60}$/.test(name) ? `it answers ${status} ${name}` : `it answers ${status}`;
}

/** Callers of the API may read this, so it says neither where the bucket is nor what it is called. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const reason = reasonOf(error as Fault);
  return reason
    ? new Refusal('unavailable', `the bucket of files (OUTSTEP_FILES) cannot be used: ${reason}`)
    : error;
}
