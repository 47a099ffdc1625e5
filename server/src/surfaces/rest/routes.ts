import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../kernel/error.ts';
import type { AnyOperation, KeyedContext, World } from '../../kernel/operation.ts';
import type { IdempotentAnswers, StoredAnswer } from '../../kernel/ports.ts';
import { admit } from '../admission.ts';
import { anyContentType, MAX_BODY_BYTES, parseMembers } from '../body.ts';
import type { Caller, ContextFor, Gate } from '../gate.ts';
import { type Call, invoke } from '../invoke.ts';
import { answerOfRefusal, sendAnswer } from './answer.ts';
import { ignoredFieldsHeader, readIfMatch } from './headers.ts';
import { once } from './idempotency.ts';
import type { PathTable } from './paths.ts';
import { queryReader } from './query.ts';

const PREFIX = '/api/v1';

export interface RestOptions {
  operations: readonly AnyOperation[];
  world: World;
  gate: Gate;
  contextFor: ContextFor;
  idempotentAnswers(caller: Caller): IdempotentAnswers;
  paths: PathTable;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

/** Puts every operation of the list on its paths; what an operation decides is not repeated here. */
export function addRestRoutes(server: FastifyInstance, options: RestOptions) {
  for (const operation of options.operations) {
    for (const route of operation.rest) {
      const url = PREFIX + route.path;
      options.paths.add(route.method, url);
      server.route({
        method: route.method,
        url,
        bodyLimit: MAX_BODY_BYTES,
        // Before the body is read: who may not call does not get to send us megabytes.
        onRequest: [anyContentType, ...(operation.access === 'none' ? [] : [admission(operation, options)])],
        handler: handler(operation, options),
      });
    }
  }
}

/** A target that failed was called all the same: that is an answer, to be kept and given again like any other. */
const orRan = (answer: Promise<StoredAnswer>): Promise<StoredAnswer> =>
  answer.catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'target_failed') throw error;
    return answerOfRefusal(error);
  });

function admission(operation: AnyOperation, { gate }: RestOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await admit(gate, request, reply);
    gate.demandLevel(caller.key, operation.access);
    // A replay spends no execute budget, and what a replay is the handler finds out.
    const mayBeReplay = request.headers['idempotency-key'] !== undefined;
    if (operation.budget === 'execute' && !mayBeReplay) await gate.spend('execute', caller.key);
    request.caller = caller;
  };
}

function handler(operation: AnyOperation, options: RestOptions) {
  const readQuery = queryReader(operation.input);

  const callOf = (request: FastifyRequest): Call => {
    const fieldsFirst = request.method === 'GET' || request.method === 'HEAD';
    const path = (request.params ?? {}) as Record<string, string>;
    const fields = fieldsFirst
      ? readQuery(request.query as Record<string, unknown>)
      : parseMembers(request.body as Buffer | undefined);
    return { path, fields, fieldsFirst, ifMatch: readIfMatch(request), strict: false };
  };

  const answerTo = async (
    request: FastifyRequest,
    ctx: World | KeyedContext,
    call: Call,
  ): Promise<StoredAnswer> => {
    const { answer, ignored } = await invoke(operation, ctx, call);
    const headers: Record<string, string> = {};
    if (answer.etag) headers['etag'] = answer.etag;
    if (answer.executionId) headers['x-execution-id'] = answer.executionId;
    if (ignored.length > 0 && request.method !== 'GET')
      headers['x-ignored-fields'] = ignoredFieldsHeader(ignored);
    return { status: answer.status ?? 200, headers, body: JSON.stringify(answer.value) };
  };

  const keyed = (request: FastifyRequest, caller: Caller) =>
    once(request, options.idempotentAnswers(caller), options.world.sha256, async () => {
      const mayBeReplay = request.headers['idempotency-key'] !== undefined;
      if (operation.budget === 'execute' && mayBeReplay) await options.gate.spend('execute', caller.key);
      const call = callOf(request);
      return orRan(answerTo(request, options.contextFor(caller, 'api', call.ifMatch), call));
    });

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer: StoredAnswer & { replayed?: boolean } = request.caller
      ? await keyed(request, request.caller)
      : await answerTo(request, options.world, callOf(request));
    if (answer.replayed) reply.header('idempotency-replayed', 'true');
    return sendAnswer(reply, answer);
  };
}
