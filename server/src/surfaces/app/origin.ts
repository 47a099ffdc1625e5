import type { FastifyRequest } from 'fastify';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/**
 * Rejects requests that pages of other sites make a visitor's browser send. A browser sends `Origin` with
 * every write, and another site's page cannot send ours.
 */
export function createSameOriginCheck(baseUrl: string): (request: FastifyRequest) => void {
  const { origin: own } = new URL(baseUrl);
  return ({ method, headers }) => {
    const isForeign = headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate';
    if (isForeign || (!isRead(method) && headers.origin !== own))
      throw new OperationError('forbidden', message('origin_not_allowed', { origin: own }));
  };
}

/** Requires a header that a form cannot send and another site's script is not allowed to send. */
export function requireAppHeader({ method, headers }: FastifyRequest): void {
  if (!isRead(method) && headers['x-outstep-app'] !== '1')
    throw new OperationError('forbidden', message('app_header_missing'));
}
