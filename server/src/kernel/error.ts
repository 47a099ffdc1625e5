/**
 * Every way an operation can say no. The union is closed: a surface maps each code once
 * (REST to a status, the tool server to a result), and the compiler finds the one that forgets.
 */
export type RefusalCode =
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

/** Machine detail that travels beside the sentence, in headers, never in the body. */
export interface RefusalDetail {
  retryAfterSeconds?: number;
  allow?: readonly string[];
  executionId?: string;
  /** How to authenticate where no key is used. */
  scheme?: string;
}

/** `message` is public: it reaches the caller word for word. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: RefusalDetail;

  constructor(code: RefusalCode, message: string, detail: RefusalDetail = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}

/** One sentence for every missing record, so that a foreign id and a random one answer alike (spec: What the service does 7). */
export const notFound = () => new Refusal('not_found', 'not found');

/** What is refused because the operator has suspended the store. */
export const storeSuspended = (why: string) =>
  new Refusal('forbidden', `the operator has suspended this store: ${why}`);

/** All that a caller learns about a fault of ours; the cause goes to the log. */
export const internalFault = () =>
  new Refusal('internal', 'something went wrong on our side; the request id names it in our log');
