import { internalError, notFound, type RefusalKind } from '../../kernel/error.ts';
import { stale } from '../../kernel/etag.ts';
import { statusOf } from '../rest/status.ts';
import { EXECUTION } from './examples.ts';
import { type OpenApiObject, refTo } from './schemas.ts';

/** Errors that an operation can answer; `unsigned` is 401 at the door of workflow platforms. */
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
      'Malformed JSON, or a field is wrong: `<field>: <reason>`, several joined by `; `. The same call will be refused again.',
    says: 'subject: required',
  },
  unauthenticated: {
    description: 'Key missing, malformed, unknown, revoked or expired.',
    says: 'missing API key: send Authorization: Bearer <key>',
    headers: authenticate,
  },
  unsigned: {
    description:
      'The signature is missing, malformed, expired or wrong, or there is no such store: always the same answer, equally late.',
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
      'It cannot be done in the present state, or the `Idempotency-Key` was used for another call; `error` says why.',
    says: 'in use by layout "Order confirmation"',
  },
  stale: { description: '`If-Match` names another revision.', says: stale(['subject']).message },
  too_large: {
    description: 'Body above 2 MB or nested deeper than 64 levels.',
    says: 'request body: larger than 2 MB',
  },
  over_budget: {
    description: 'A budget is used up; `Retry-After` says when to come back.',
    says: 'request budget of 300 per 60 s used up; retry in 12 s',
    headers: retryAfter,
  },
  internal: {
    description: 'Something is wrong on our side; `X-Request-Id` names this answer in our log.',
    says: internalError().message,
  },
  target_failed: {
    description: 'The request ran, but its target failed; `X-Execution-Id` names the entry in history.',
    says: `the target answered 500 (history entry ${EXECUTION})`,
    headers: { 'X-Execution-Id': header('X-Execution-Id') },
  },
  unavailable: {
    description: 'Something this call needs is not reachable right now. Send it again, later and later.',
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
    description: 'Seconds after which the call may succeed.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: `Bearer`, or `Standard-Webhooks` where calls are signed.',
    schema: { type: 'string' },
  },
  'X-Error-Code': {
    description: 'Stable code of what `error` says; with several problems, that of the first.',
    schema: { type: 'string' },
  },
  'X-Execution-Id': {
    description: 'The entry in history.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'The revision of the record, for `If-Match`.',
    schema: { type: 'string' },
  },
};
