import type { OperationErrorKind } from '../../kernel/error.ts';

/** spec: Errors. The only place that maps an `OperationError` to a status (contract: Every answer 7). */
export const statusOf: Record<OperationErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media_type: 415,
  over_budget: 429,
  internal: 500,
  target_failed: 502,
  unavailable: 503,
};
