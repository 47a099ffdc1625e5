import type { FastifyRequest } from 'fastify';
import type { AnyOperation } from '../../kernel/operation.ts';
import type { IdempotentAnswers } from '../../kernel/ports.ts';
import type { OperationCall } from '../calls/invoke.ts';
import { type Repeatable, requireIdempotencyKey, textOfCall } from '../calls/run-once.ts';

const HEADER = 'Idempotency-Key';

/** Identifies a call by its bytes, as release 0.2.0 did; also used for a body that is not JSON. */
const textOfBytes = ({ method, url, body }: FastifyRequest) =>
  `${method} ${url}\n${(body as Buffer | undefined)?.toString('base64') ?? ''}`;

/** Makes a POST with the header repeatable. */
export function repeatable(
  request: FastifyRequest,
  operation: AnyOperation,
  callOf: (request: FastifyRequest) => OperationCall,
  answers: IdempotentAnswers,
  sha256: (text: string) => Buffer,
): Repeatable {
  const value = request.headers[HEADER.toLowerCase()];
  const isSent = value !== undefined && request.method === 'POST';
  return {
    sent: isSent ? { field: HEADER, key: requireIdempotencyKey(HEADER, value) } : null,
    calls() {
      const bytes = textOfBytes(request);
      try {
        return [textOfCall(operation, callOf(request)), bytes];
      } catch {
        return [bytes];
      }
    },
    answers,
    sha256,
  };
}
