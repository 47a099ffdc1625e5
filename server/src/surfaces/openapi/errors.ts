import { internalError, notFound, type RefusalKind } from '../../kernel/error.ts';
import { stale } from '../../kernel/etag.ts';
import { statusOf } from '../rest/status.ts';
import { EXECUTION } from './examples.ts';
import { type OpenApiObject, refTo } from './schemas.ts';

/** Errors that an operation can answer; `unsigned` is 401 at the endpoint for workflow platforms. */
export type ErrorName = Exclude<RefusalKind, 'method_not_allowed' | 'unsupported_media_type'> | 'unsigned';

interface DescribedError {
  description: string;
  /** A sentence that it really says. */
  says: string;
  headers?: OpenApiObject;
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const errorCode = { 'X-Error-Code': header('X-Error-Code') };
const retryAfter = { 'Retry-After': header('Retry-After') };
const authenticate = { 'WWW-Authenticate': header('WWW-Authenticate') };

const ERRORS: Record<ErrorName, DescribedError> = {
  invalid: {
    description:
      'Malformed JSON or an invalid field: `<field>: <reason>`, several joined by `; `. Fix the call before you repeat it.',
    says: 'subject: required',
  },
  unauthenticated: {
    description: 'The API key is missing, malformed, unknown, revoked or expired.',
    says: 'missing API key: send Authorization: Bearer <key>',
    headers: authenticate,
  },
  unsigned: {
    description:
      'The signature is missing, malformed, expired or wrong, or the store does not exist. The response and its timing are the same in every case.',
    says: 'the signature is missing, malformed, expired or wrong',
    headers: authenticate,
  },
  forbidden: {
    description: 'The key is valid, but its level is too low, or its store is suspended.',
    says: 'this key has level read; write is needed',
  },
  not_found: { description: 'Not found, or it belongs to another store.', says: notFound().message },
  conflict: {
    description:
      'Not possible in the current state, or the `Idempotency-Key` was used for another call; `error` says why.',
    says: 'in use by layout "Order confirmation"',
  },
  stale: { description: '`If-Match` names another revision.', says: stale(['subject']).message },
  too_large: {
    description: 'The body is larger than 2 MB or nested more than 64 levels deep.',
    says: 'request body: larger than 2 MB',
  },
  over_budget: {
    description: 'A budget is used up; retry after the delay in `Retry-After`.',
    says: 'request budget of 300 per 60 s used up; retry in 12 s',
    headers: retryAfter,
  },
  internal: {
    description: 'Internal error; quote `X-Request-Id` when you contact support.',
    says: internalError().message,
  },
  target_failed: {
    description: 'The request ran, but its target failed; `X-Execution-Id` is the ID of the history entry.',
    says: `the target returned 500 (history entry ${EXECUTION})`,
    headers: { 'X-Execution-Id': header('X-Execution-Id') },
  },
  unavailable: {
    description: 'A dependency is temporarily unavailable. Retry with increasing delays.',
    says: 'the database is not reachable right now; try again shortly',
    headers: retryAfter,
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
    Object.entries(ERRORS).map(([error, { description, says, headers }]) => [
      nameOf(error),
      {
        description,
        headers: { ...errorCode, ...headers },
        content: { 'application/json': { schema: refTo('Error'), example: { error: says } } },
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

/** Headers that answers share. */
export const answerHeaders: OpenApiObject = {
  'Retry-After': {
    description: 'Seconds to wait before you retry.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: `Bearer`, or `Standard-Webhooks` where calls are signed.',
    schema: { type: 'string' },
  },
  'X-Error-Code': {
    description:
      'Stable code of the message in `error`; if there are several problems, the code of the first.',
    schema: { type: 'string' },
  },
  'X-Execution-Id': {
    description: 'ID of the entry in history.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'The revision of the record, for `If-Match`.',
    schema: { type: 'string' },
  },
};
