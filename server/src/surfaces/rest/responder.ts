import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../kernel/error.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import type { StoredAnswer } from '../../kernel/ports.ts';
import { parseMembers } from '../calls/body.ts';
import { type Call, invoke } from '../calls/invoke.ts';
import { answerOfRefusal } from './answer.ts';
import { ignoredFieldsHeader, readIfMatch } from './headers.ts';
import { queryReader } from './query.ts';

/** A target that failed was called all the same: that is an answer to store and replay like any other. */
const orRan = (answer: Promise<StoredAnswer>): Promise<StoredAnswer> =>
  answer.catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'target_failed') throw error;
    return answerOfRefusal(error);
  });

/** How an operation is called and answered over HTTP, whoever calls. */
export function createResponder(operation: AnyOperation) {
  const readQuery = queryReader(operation.input);

  async function answer(request: FastifyRequest, ctx: unknown, call: Call): Promise<StoredAnswer> {
    const { answer, ignored } = await invoke(operation, ctx, call);
    const headers: Record<string, string> = {};
    if (answer.etag) headers['etag'] = answer.etag;
    if (answer.executionId) headers['x-execution-id'] = answer.executionId;
    if (ignored.length > 0 && request.method !== 'GET')
      headers['x-ignored-fields'] = ignoredFieldsHeader(ignored);
    return { status: answer.status ?? 200, headers, body: JSON.stringify(answer.value) };
  }

  return {
    readQuery,

    callOf(request: FastifyRequest): Call {
      const fieldsFirst = request.method === 'GET' || request.method === 'HEAD';
      const path = (request.params ?? {}) as Record<string, string>;
      const fields = fieldsFirst
        ? readQuery(request.query as Record<string, unknown>)
        : parseMembers(request.body as Buffer | undefined);
      return { path, fields, fieldsFirst, ifMatch: readIfMatch(request), strict: false };
    },

    answerTo: (request: FastifyRequest, ctx: unknown, call: Call) => orRan(answer(request, ctx, call)),
  };
}
