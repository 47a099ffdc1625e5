import type { FastifyRequest } from 'fastify';
import type { CallClient } from '../../kernel/audit.ts';

const MAX_AGENT = 300;

/** Who asks, as far as a request tells: the address behind trusted proxies, and the `User-Agent`. */
export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): CallClient => ({
  address: ip,
  agent: headers['user-agent']?.slice(0, MAX_AGENT) ?? null,
});
