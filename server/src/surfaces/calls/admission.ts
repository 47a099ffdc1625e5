import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitHeader, rateLimitPolicyHeader } from '../../kernel/budget.ts';
import type { Caller, Gate } from './gate.ts';

/** Admits the caller or refuses; either way the answer carries the state of the request budget. */
export const admit = (gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<Caller> =>
  gate.admit(request.raw.rawHeaders, request.ip, (state, now) => {
    reply.header('ratelimit-policy', rateLimitPolicyHeader('request', state));
    reply.header('ratelimit', rateLimitHeader('request', state, now));
  });
