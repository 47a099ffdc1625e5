import type { FastifyReply } from 'fastify';
import { OperationError } from '../../kernel/error.ts';
import type { OperationResult } from '../../kernel/operation.ts';
import type { StoredAnswer } from '../../kernel/ports.ts';
import { statusOf } from './status.ts';

/** Every error under every path has this format (spec: Errors: body) (contract: Every answer 2). */
export function errorAnswerOf({ kind, code, message, detail }: OperationError): StoredAnswer {
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

/** The response of an operation as it is sent and stored. */
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

/** If a target failed, it was called nevertheless: that response is stored and replayed like any other. */
export const catchTargetFailure = (answer: Promise<StoredAnswer>): Promise<StoredAnswer> =>
  answer.catch((error) => {
    if (!(error instanceof OperationError) || error.kind !== 'target_failed') throw error;
    return errorAnswerOf(error);
  });

export function sendAnswer(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  reply.code(status).headers(headers).header('cache-control', 'no-store');
  // Does not send what the caller already has, nor a Content-Type for an empty body.
  return status === 304
    ? reply.send()
    : reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
