import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitHeader, rateLimitPolicyHeader } from '../../kernel/budget.ts';
import { clientOf } from './client.ts';
import type { ApiCaller, Gate } from './gate.ts';

/** Admits the caller or refuses; either way the answer carries the state of the request budget. */
export async function admit(gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<ApiCaller> {
  const admitted = await gate.admit(request.raw.rawHeaders, request.ip, (state, now) => {
    reply.header('ratelimit-policy', rateLimitPolicyHeader('request', state));
    reply.header('ratelimit', rateLimitHeader('request', state, now));
  });
  return { ...admitted, client: clientOf(request) };
}
