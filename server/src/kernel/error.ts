import type { MessageCode } from './messages/catalog.ts';
import { type Message, message, textOf } from './messages/message.ts';

/**
 * Every way an operation can say no. The union is closed: a surface maps each kind once
 * (REST to a status, the tool server to a result), and the compiler finds the one that forgets.
 */
export type RefusalKind =
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

/** Machine detail that travels beside the sentence, in headers, never in the body (contract: Every answer 3). */
export interface RefusalDetail {
  retryAfterSeconds?: number;
  allow?: readonly string[];
  executionId?: string;
  /** How to authenticate where no key is used. */
  scheme?: string;
}

/** Leads from a value to one of its members: `['blocks', 2, 'text']`. */
export type PropertyPath = readonly PropertyKey[];

/** One thing wrong with one field; `path` is empty for the input as a whole. */
export interface FieldProblem {
  path: PropertyPath;
  reason: Message;
}

/** What it says is public: it reaches the caller word for word. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly said: Message;
  readonly detail: RefusalDetail;
  /** What is wrong with which field, where it is about fields. */
  readonly problems: readonly FieldProblem[];

  constructor(
    kind: RefusalKind,
    said: Message,
    detail: RefusalDetail = {},
    problems: readonly FieldProblem[] = [],
  ) {
    super(textOf(said));
    this.name = 'Refusal';
    this.kind = kind;
    this.said = said;
    this.detail = detail;
    this.problems = problems;
  }

  /** The stable code of what it says; with several problems, that of the first. */
  get code(): MessageCode {
    return this.problems[0]?.reason.code ?? this.said.code;
  }
}

/**
 * One sentence for every missing record, so that a foreign id and a random one answer alike
 * (spec: What the service does 7) (contract: Every answer 6).
 */
export const notFound = () => new Refusal('not_found', message('not_found'));

/** What is refused because the operator has suspended the store (contract: Suspended stores 1). */
export const storeSuspended = (why: string) => new Refusal('forbidden', message('store_suspended', { why }));

/** All that a caller learns about an internal error; the cause goes to the log. */
export const internalError = () => new Refusal('internal', message('internal_error'));
