import type { FastifyReply } from 'fastify';
import type { Refusal } from '../../kernel/error.ts';
import type { StoredAnswer } from '../../kernel/ports.ts';
import { statusOf } from './status.ts';

/** Every error under every path has this one shape (spec: Errors: body). */
export function answerOfRefusal({ code, message, detail }: Refusal): StoredAnswer {
  const { retryAfterSeconds, allow, executionId, scheme = 'Bearer' } = detail;
  return {
    status: statusOf[code],
    headers: {
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(allow && { allow: allow.join(', ') }),
      ...(executionId && { 'x-execution-id': executionId }),
      // A `resource_metadata` parameter would start an OAuth flow in tool clients.
      ...(code === 'unauthenticated' && { 'www-authenticate': scheme }),
    },
    body: JSON.stringify({ error: message }),
  };
}

export const sendAnswer = (reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body);
