import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const hostnameOf = (host: string) => host.replace(/:\d*$/, '').toLowerCase();
const isAddress = (hostname: string) => isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK.has(url.hostname);
}

/**
 * Rejects pages of other sites that reach us through a visitor's browser (contract: Tool server 9). `Host`
 * must be a known name, which a rebound DNS name is not; a numeric address cannot be rebound. Only browsers
 * send `Origin`, and it must be our own, which `null` never is.
 */
export function createOriginCheck(baseUrl: string): (headers: IncomingHttpHeaders) => void {
  const own = new URL(baseUrl);
  const ownIsLoopback = LOOPBACK.has(own.hostname);
  const isOwnHost = (hostname: string) =>
    hostname === own.hostname || LOOPBACK.has(hostname) || isAddress(hostname);
  const isOwnOrigin = (origin: string) =>
    origin === own.origin || (ownIsLoopback && isLoopbackOrigin(origin));

  return ({ host, origin }) => {
    if (host === undefined || !isOwnHost(hostnameOf(host))) {
      throw new OperationError('forbidden', message('host_not_ours', { host: own.origin }));
    }
    if (origin !== undefined && !isOwnOrigin(origin)) {
      throw new OperationError('forbidden', message('origin_not_allowed_here', { origin: own.origin }));
    }
  };
}
