import type { FastifyRequest } from 'fastify';
import type { AnyOperation } from '../../kernel/operation.ts';
import type { StoredAnswer } from '../../kernel/ports.ts';
import { parseMembers } from '../calls/body.ts';
import { type Call, invoke } from '../calls/invoke.ts';
import { orRan, toStoredAnswer } from './answer.ts';
import { hasAlready, ignoredHeader, readIfMatch } from './headers.ts';
import { queryReader } from './query.ts';

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** How an operation is called and answered over HTTP, whoever calls. */
export function createResponder(operation: AnyOperation) {
  const readQuery = queryReader(operation.input);

  async function answer(request: FastifyRequest, ctx: unknown, call: Call): Promise<StoredAnswer> {
    const { answer, ignored } = await invoke(operation, ctx, call);
    const stored = toStoredAnswer(answer);
    const query = Object.keys((request.query ?? {}) as object);
    const parameters = isRead(request) ? ignored : query.filter((name) => !Object.hasOwn(call.fields, name));
    const fields = isRead(request) ? [] : ignored;
    if (parameters.length > 0) stored.headers['x-ignored-parameters'] = ignoredHeader(parameters);
    if (fields.length > 0) stored.headers['x-ignored-fields'] = ignoredHeader(fields);
    return isRead(request) && hasAlready(request, stored.headers['etag'])
      ? { ...stored, status: 304, body: '' }
      : stored;
  }

  return {
    readQuery,

    callOf(request: FastifyRequest): Call {
      const fieldsFirst = isRead(request);
      const path = (request.params ?? {}) as Record<string, string>;
      const fields = fieldsFirst
        ? readQuery(request.query as Record<string, unknown>)
        : parseMembers(request.body as Buffer | undefined);
      return { path, fields, fieldsFirst, ifMatch: readIfMatch(request), strict: false };
    },

    answerTo: (request: FastifyRequest, ctx: unknown, call: Call) => orRan(answer(request, ctx, call)),
  };
}
