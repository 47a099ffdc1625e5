import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { RepeatedParameter } from '../../kernel/fields.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import type { StoredAnswer } from '../../kernel/ports.ts';
import { parseMembers } from '../calls/body.ts';
import { createTextCoercer } from '../calls/coerce-text.ts';
import { invoke, type OperationCall } from '../calls/invoke.ts';
import { catchTargetFailure, toStoredAnswer } from './answer.ts';
import { ignoredHeader, matchesIfNoneMatch, readIfMatch } from './headers.ts';

/**
 * Converts the strings of a query to the types of the input; an empty parameter counts as absent, and one
 * that is given more than once is rejected (contract: Fields 7).
 */
function queryReader(input: z.ZodObject): (query: Record<string, unknown>) => Record<string, unknown> {
  const read = createTextCoercer(input);
  return (query) => {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(query)) {
      if (value === '') continue;
      fields[name] = typeof value === 'string' ? read(name, value) : new RepeatedParameter();
    }
    return fields;
  };
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** How an operation is called over HTTP and how its result is sent, for any kind of caller. */
export function createResponder(operation: AnyOperation) {
  const readQuery = queryReader(operation.input);

  async function answer(request: FastifyRequest, ctx: unknown, call: OperationCall): Promise<StoredAnswer> {
    const { answer, ignored } = await invoke(operation, ctx, call);
    const stored = toStoredAnswer(answer);
    const query = Object.keys((request.query ?? {}) as object);
    const parameters = isRead(request) ? ignored : query.filter((name) => !Object.hasOwn(call.fields, name));
    const fields = isRead(request) ? [] : ignored;
    if (parameters.length > 0) stored.headers['x-ignored-parameters'] = ignoredHeader(parameters);
    if (fields.length > 0) stored.headers['x-ignored-fields'] = ignoredHeader(fields);
    return isRead(request) && matchesIfNoneMatch(request, stored.headers['etag'])
      ? { ...stored, status: 304, body: '' }
      : stored;
  }

  return {
    readQuery,

    callOf(request: FastifyRequest): OperationCall {
      const fieldsFirst = isRead(request);
      const path = (request.params ?? {}) as Record<string, string>;
      const fields = fieldsFirst
        ? readQuery(request.query as Record<string, unknown>)
        : parseMembers(request.body as Buffer | undefined);
      return { path, fields, fieldsFirst, ifMatch: readIfMatch(request), strict: false };
    },

    answerTo: (request: FastifyRequest, ctx: unknown, call: OperationCall) =>
      catchTargetFailure(answer(request, ctx, call)),
  };
}
