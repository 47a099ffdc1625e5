import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RunInStoreQueue } from '../../kernel/fair-queue.ts';
import { type AnyOperation, extraBudgetOf, type Runtime } from '../../kernel/operation.ts';
import type { IdempotentAnswers } from '../../kernel/ports.ts';
import { admit } from '../calls/admission.ts';
import { anyContentType, MAX_BODY_BYTES } from '../calls/body.ts';
import type { ApiCaller, ContextFor, Gate } from '../calls/gate.ts';
import { type RepeatedAnswer, runOnce } from '../calls/run-once.ts';
import { sendAnswer } from './answer.ts';
import { repeatable } from './idempotency.ts';
import type { PathTable } from './paths.ts';
import { createResponder } from './responder.ts';

const PREFIX = '/api/v1';

export interface RestOptions {
  operations: readonly AnyOperation[];
  runtime: Runtime;
  gate: Gate;
  contextFor: ContextFor;
  /** Queues concurrent calls of a store fairly. */
  inTurn: RunInStoreQueue;
  idempotentAnswers(caller: ApiCaller): IdempotentAnswers;
  paths: PathTable;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: ApiCaller;
  }
}

/** Registers every operation on its paths; rules of an operation are not repeated here. */
export function addRestRoutes(server: FastifyInstance, options: RestOptions) {
  for (const operation of options.operations) {
    for (const route of operation.rest) {
      const url = PREFIX + route.path;
      options.paths.add(route.method, url);
      server.route({
        method: route.method,
        url,
        bodyLimit: MAX_BODY_BYTES,
        // Before the body is read, so that a caller without access cannot send us megabytes.
        onRequest: [
          anyContentType,
          ...(operation.access === 'none' ? [] : [createAdmission(operation, options)]),
        ],
        handler: handler(operation, options),
      });
    }
  }
}

/**
 * Spends the budget of the operation before the body is read, unless the call may be a replay, which only the
 * handler can determine (contract: Order of checks 5).
 */
function createAdmission(operation: AnyOperation, { gate }: RestOptions) {
  const extra = extraBudgetOf(operation);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await admit(gate, request, reply);
    gate.requireAccess(caller.key, operation);
    // A replay spends only the request budget, and only the handler can determine whether it is one.
    const mayBeReplay = request.headers['idempotency-key'] !== undefined;
    if (extra && !mayBeReplay) await gate.spend(extra, caller.key);
    request.caller = caller;
  };
}

function handler(operation: AnyOperation, options: RestOptions) {
  const { callOf, answerTo } = createResponder(operation);

  const { sha256 } = options.runtime;
  const extra = extraBudgetOf(operation);
  const run = (request: FastifyRequest, caller: ApiCaller) => {
    const call = callOf(request);
    return answerTo(request, options.contextFor(caller, 'api', call.ifMatch), call);
  };
  const keyed = async (request: FastifyRequest, caller: ApiCaller): Promise<RepeatedAnswer> => {
    const mayBeReplay = request.headers['idempotency-key'] !== undefined;
    if (!mayBeReplay) return run(request, caller);
    const once = repeatable(request, operation, callOf, options.idempotentAnswers(caller), sha256);
    return runOnce(once, async () => {
      if (extra) await options.gate.spend(extra, caller.key);
      return run(request, caller);
    });
  };

  const inTurn = <T>({ key }: ApiCaller, work: () => Promise<T>) => options.inTurn(key.storeId, work);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer: RepeatedAnswer = request.caller
      ? await inTurn(request.caller, () => keyed(request, request.caller as ApiCaller))
      : await answerTo(request, options.runtime, callOf(request));
    if (answer.replayed) reply.header('idempotency-replayed', 'true');
    return sendAnswer(reply, answer);
  };
}
