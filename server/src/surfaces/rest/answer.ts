import type { FastifyReply } from 'fastify';
import { Refusal } from '../../kernel/error.ts';
import type { OperationResult } from '../../kernel/operation.ts';
import type { StoredAnswer } from '../../kernel/ports.ts';
import { statusOf } from './status.ts';

/** Every error under every path has this one shape (spec: Errors: body) (contract: Every answer 2). */
export function answerOfRefusal({ kind, code, message, detail }: Refusal): StoredAnswer {
  const { retryAfterSeconds, allow, executionId, scheme = 'Bearer' } = detail;
  return {
    status: statusOf[kind],
    headers: {
      'x-error-code': code,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(allow && { allow: allow.join(', ') }),
      ...(executionId && { 'x-execution-id': executionId }),
      // A `resource_metadata` parameter would start an OAuth flow in tool clients.
      ...(kind === 'unauthenticated' && { 'www-authenticate': scheme }),
    },
    body: JSON.stringify({ error: message }),
  };
}

/** What an operation answered, as it goes over the wire and is stored. */
export const toStoredAnswer = ({
  value,
  status = 200,
  etag,
  executionId,
}: OperationResult<unknown>): StoredAnswer => ({
  status,
  headers: { ...(etag && { etag }), ...(executionId && { 'x-execution-id': executionId }) },
  body: JSON.stringify(value),
});

/** A target that failed was called all the same: that is an answer to store and replay like any other. */
export const orTargetFailure = (answer: Promise<StoredAnswer>): Promise<StoredAnswer> =>
  answer.catch((error) => {
    if (!(error instanceof Refusal) || error.kind !== 'target_failed') throw error;
    return answerOfRefusal(error);
  });

export function sendAnswer(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  reply.code(status).headers(headers).header('cache-control', 'no-store');
  // What the caller has already is not sent again, nor said to be JSON of no length.
  return status === 304
    ? reply.send()
    : reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
