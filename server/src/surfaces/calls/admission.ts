import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallClient } from '../../kernel/audit.ts';
import { rateLimitHeader, rateLimitPolicyHeader } from '../../kernel/budget.ts';
import { mailLanguageIn } from '../../kernel/mail-language.ts';
import type { ApiCaller, Gate } from './gate.ts';

const MAX_AGENT = 300;

/**
 * The client as far as a request identifies it: the address behind trusted proxies, `User-Agent` and
 * `Accept-Language`.
 */
export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): CallClient => ({
  address: ip,
  agent: headers['user-agent']?.slice(0, MAX_AGENT) ?? null,
  language: mailLanguageIn(headers['accept-language']),
});

/** Admits or rejects the caller; either way the response contains the state of the request budget. */
export async function admit(gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<ApiCaller> {
  const admitted = await gate.admit(request.raw.rawHeaders, request.ip, (state, now) => {
    reply.header('ratelimit-policy', rateLimitPolicyHeader('request', state));
    reply.header('ratelimit', rateLimitHeader('request', state, now));
  });
  return { ...admitted, client: clientOf(request) };
}
