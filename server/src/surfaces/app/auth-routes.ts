import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_RULES } from '../../kernel/auth-rules.ts';
import { message, textOf } from '../../kernel/messages/message.ts';
import type { Runtime } from '../../kernel/operation.ts';
import { anyContentType, parseMembers } from '../calls/body.ts';
import type { PathTable } from '../rest/paths.ts';
import { type AppBackend, headersOf, requireBudget } from './app-backend.ts';
import { createSameOriginCheck } from './origin.ts';

const PREFIX = '/app/auth';
const MAX_BODY = 64 * 1024;

export interface AuthRouteOptions {
  runtime: Runtime;
  backend: AppBackend;
  paths: PathTable;
}

/** Adds our `error` message to the library's errors, because every error has one. */
function withError(status: number, text: string): string {
  if (status < 400) return text;
  const body = text ? JSON.parse(text) : {};
  const sentence = body.message ?? textOf(message('not_done'));
  // `JSON.stringify` omits undefined fields.
  return JSON.stringify({ error: sentence, message: sentence, code: body.code, messages: body.messages });
}

export function addAuthRoutes(server: FastifyInstance, { runtime, backend, paths }: AuthRouteOptions) {
  const { baseUrl } = runtime;
  const requireSameOrigin = createSameOriginCheck(baseUrl);

  async function handler(request: FastifyRequest, reply: FastifyReply) {
    const headers = headersOf(request);
    headers.set('content-type', 'application/json');
    // A request line may also contain a host, as for a proxy.
    const { pathname, search } = new URL(request.url, baseUrl);
    const response = await backend.handleAuth(
      new Request(baseUrl + pathname + search, {
        method: request.method,
        headers,
        ...(request.method === 'POST' && {
          body: JSON.stringify(parseMembers(request.body as Buffer | undefined)),
        }),
      }),
      request.ip,
    );
    const cookies = response.headers.getSetCookie();
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    const scheme = response.headers.get('www-authenticate');
    if (scheme) reply.header('www-authenticate', scheme);
    const wait = response.headers.get('x-retry-after');
    if (wait) reply.header('retry-after', wait);
    return reply
      .code(response.status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(withError(response.status, await response.text()));
  }

  for (const rule of AUTH_RULES.keys()) {
    const [method = '', path = ''] = rule.split(' ');
    const url = PREFIX + path;
    paths.add(method, url);
    server.route({
      method,
      url,
      bodyLimit: MAX_BODY,
      onRequest: [
        anyContentType,
        async (request) => {
          requireSameOrigin(request);
          await requireBudget(backend.spendOfAddress(request.ip), runtime.now());
        },
      ],
      handler,
    });
  }
}
