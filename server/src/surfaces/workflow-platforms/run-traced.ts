import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../kernel/operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that the call is part of, for the log. */
    traceId?: string;
  }
}

/**
 * Runs an action in the trace of its platform. Only signed calls get here, so no other caller can make us
 * record traces.
 */
export function runTraced<T>(
  { instruments, storeId }: Pick<Context, 'instruments' | 'storeId'>,
  action: { name: string },
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<T>,
): Promise<T> {
  const { traceparent } = request.headers;
  const call = { action: action.name, storeId, traceparent, elapsedMs: reply.elapsedTime };
  return instruments.inCall(call, () => {
    if (instruments.trace) request.traceId = instruments.trace.id;
    return run();
  });
}
