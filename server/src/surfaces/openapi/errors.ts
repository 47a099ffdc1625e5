import { internalError, notFound, type OperationErrorKind } from '../../kernel/error.ts';
import { staleError } from '../../kernel/etag.ts';
import { statusOf } from '../rest/status.ts';
import { EXECUTION } from './examples.ts';
import { type OpenApiObject, refTo } from './schemas.ts';

/** Errors that an operation can return; `unsigned` is 401 at the endpoint for workflow platforms. */
export type ErrorName = Exclude<OperationErrorKind, 'method_not_allowed'> | 'unsigned';

/** Headers that responses share. Required ones are on every response that lists them. */
const answerHeaders = {
  ETag: {
    description: 'The revision of the record, for `If-Match` and `If-None-Match`.',
    required: true,
    schema: { type: 'string' },
    example: '"r7"',
  },
  'Idempotency-Replayed': {
    description:
      '`true` if the call was a repeat: either with the same `Idempotency-Key`, and this is the first response again, or with a run ID that was received before.',
    schema: { type: 'string', const: 'true' },
  },
  RateLimit: {
    description: 'Remaining request budget of the key, and the seconds until it is full again.',
    schema: { type: 'string' },
    example: '"request";r=299;t=60',
  },
  'RateLimit-Policy': {
    description: 'Request budget of the key: the number of calls, and the window in seconds.',
    schema: { type: 'string' },
    example: '"request";q=300;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: `Bearer`, or `Standard-Webhooks` where calls are signed.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Error-Code': {
    description:
      'Stable code of the message in `error`; if there are several problems, the code of the first.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Execution-Id': {
    description: 'ID of the history entry.',
    schema: { type: 'string' },
  },
  'X-Ignored-Fields': {
    description:
      'Members of the body that were ignored, separated by commas: unknown ones and, for a repeated run ID, those that differ from the first call.',
    schema: { type: 'string' },
  },
  'X-Ignored-Parameters': {
    description: 'Query parameters that are unknown, or had no effect, separated by commas.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    description: 'ID of the call; quote it when you contact support.',
    required: true,
    schema: { type: 'string' },
  },
} as const;

export type HeaderName = keyof typeof answerHeaders;

/** All of them, for `components/headers`. */
export const headerComponents = (): OpenApiObject => answerHeaders;

interface DescribedError {
  description: string;
  /** A message that it actually returns. */
  says: string;
  /** In addition to those that every error has. */
  headers?: HeaderName[];
  /** Set for errors before the call was counted. */
  uncounted?: true;
}

/** Response headers, by name. */
export const headersOf = (...names: HeaderName[]): OpenApiObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers about its budgets that a call with a key gets with any response. */
export const BUDGET = ['RateLimit', 'RateLimit-Policy'] as const;

const ERRORS: Record<ErrorName, DescribedError> = {
  invalid: {
    description:
      'Malformed JSON or an invalid field: `<field>: <reason>`, with several joined by `; `. Fix the call before you repeat it.',
    says: 'subject: required',
  },
  unauthenticated: {
    description: 'The API key is missing, malformed, unknown, revoked or expired.',
    says: 'missing API key: send Authorization: Bearer <key>',
    headers: ['WWW-Authenticate'],
    uncounted: true,
  },
  unsigned: {
    description:
      'The signature is missing, malformed, expired or wrong, or the store does not exist. The response and its timing are the same in every case.',
    says: 'the signature is missing, malformed, expired or wrong',
    headers: ['WWW-Authenticate'],
    uncounted: true,
  },
  forbidden: {
    description:
      'The key is valid, but its level is too low, it lacks recipient search, or its store is suspended.',
    says: 'this key has level read; this call requires level write',
  },
  not_found: { description: 'Does not exist, or belongs to another store.', says: notFound().message },
  conflict: {
    description:
      'Not possible in the current state, or the `Idempotency-Key` was used for another call; `error` says why.',
    says: 'in use by layout "Order confirmation"',
  },
  stale: {
    description: 'The revision in `If-Match` is not the current one.',
    says: staleError(['subject']).message,
  },
  too_large: {
    description: 'The body is larger than 2 MB or nested more than 64 levels deep.',
    says: 'request body: larger than 2 MB',
  },
  unsupported_media_type: {
    description: 'The body is compressed (`Content-Encoding`). Send it uncompressed.',
    says: 'request body: compression is not supported; send it without Content-Encoding',
  },
  over_budget: {
    description: 'A budget is used up; retry after the delay in `Retry-After`.',
    says: 'request budget of 300 per 60 s used up; retry in 12 s',
    headers: ['Retry-After'],
  },
  internal: {
    description: 'Internal error; quote `X-Request-Id` when you contact support.',
    says: internalError().message,
  },
  target_failed: {
    description: 'The request ran, but its target failed; `X-Execution-Id` is the ID of the history entry.',
    says: `the server responded with 500 (history entry ${EXECUTION})`,
    headers: ['X-Execution-Id', 'Idempotency-Replayed'],
  },
  unavailable: {
    description: 'A dependency is temporarily unavailable. Retry with increasing delays.',
    says: 'the database is not reachable right now; try again shortly',
    headers: ['Retry-After'],
  },
};

const nameOf = (error: string) =>
  error
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const statusOfError = (error: ErrorName) => statusOf[error === 'unsigned' ? 'unauthenticated' : error];

/** Each error once, for `components/responses`. */
export const errorResponses = (): OpenApiObject =>
  Object.fromEntries(
    Object.entries(ERRORS).map(([error, { description, says, headers = [], uncounted }]) => [
      nameOf(error),
      {
        description,
        headers: headersOf('X-Request-Id', 'X-Error-Code', ...(uncounted ? [] : BUDGET), ...headers),
        content: { 'application/json': { schema: refTo('ApiError'), example: { error: says } } },
      },
    ]),
  );

/** The errors of an operation, by status. */
export const responsesOf = (errors: readonly ErrorName[]): OpenApiObject =>
  Object.fromEntries(
    errors.map((error) => [
      String(statusOfError(error)),
      { $ref: `#/components/responses/${nameOf(error)}` },
    ]),
  );
