import type { MessageCode } from './messages/catalog.ts';
import { type Message, message, textOf } from './messages/message.ts';

/**
 * Every way in which an operation can reject a request. The union is closed: a surface maps each kind once
 * (REST to a status, the tool server to a result), and the compiler reports a missing one.
 */
export type OperationErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported_media_type'
  | 'over_budget'
  | 'target_failed'
  | 'unavailable'
  | 'internal';

/**
 * Machine-readable details next to the message, in headers and never in the body (contract: Every answer 3).
 */
export interface OperationErrorDetail {
  retryAfterSeconds?: number;
  allow?: readonly string[];
  executionId?: string;
  /** The authentication scheme to use instead of a key. */
  scheme?: string;
}

/** The path from a value to one of its fields: `['blocks', 2, 'text']`. */
export type PropertyPath = readonly PropertyKey[];

/** A problem with one field; `path` is empty for the input as a whole. */
export interface FieldProblem {
  path: PropertyPath;
  reason: Message;
}

/** Its message is public: it reaches the caller verbatim. */
export class OperationError extends Error {
  readonly kind: OperationErrorKind;
  readonly said: Message;
  readonly detail: OperationErrorDetail;
  /** The problems with individual fields, if any. */
  readonly problems: readonly FieldProblem[];

  constructor(
    kind: OperationErrorKind,
    said: Message,
    detail: OperationErrorDetail = {},
    problems: readonly FieldProblem[] = [],
  ) {
    super(textOf(said));
    this.name = 'OperationError';
    this.kind = kind;
    this.said = said;
    this.detail = detail;
    this.problems = problems;
  }

  /** The stable code of the message; with several problems, that of the first. */
  get code(): MessageCode {
    return this.problems[0]?.reason.code ?? this.said.code;
  }
}

/**
 * The same message for every missing record, so that the response to another store's ID and a random one is
 * the same (spec: What the service does 7) (contract: Every answer 6).
 */
export const notFound = () => new OperationError('not_found', message('not_found'));

/** The `OperationError` for operations that a suspended store cannot use (contract: Suspended stores 1). */
export const storeSuspended = (why: string) =>
  new OperationError('forbidden', message('store_suspended', { why }));

/** All that a caller learns about an internal error; the cause is logged. */
export const internalError = () => new OperationError('internal', message('internal_error'));
