import { isJsonContentType } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OperationError } from '../../kernel/error.ts';
import type { RunInStoreQueue } from '../../kernel/fair-queue.ts';
import { invalidField } from '../../kernel/fields.ts';
import { message } from '../../kernel/messages/message.ts';
import { type AnyOperation, type Runtime, type Toolset, toolsets } from '../../kernel/operation.ts';
import type { IdempotentAnswers } from '../../kernel/ports.ts';
import { safeName } from '../../kernel/safe-name.ts';
import { admit } from '../calls/admission.ts';
import { MAX_BODY_BYTES, parseJson } from '../calls/body.ts';
import type { ApiCaller, ContextFor, Gate } from '../calls/gate.ts';
import type { PathTable } from '../rest/paths.ts';
import { createToolCaller } from './call-tool.ts';
import { errorExchange, type MessageHeaders, serverInfoOf, type ToolExchange } from './exchange.ts';
import { createFastPath } from './fast-path.ts';
import { createOriginCheck } from './origin.ts';
import { toPlainError } from './plain-errors.ts';
import { createSdkPath } from './sdk-path.ts';
import { createToolboxes, type ServedTool } from './tool-list.ts';

const isToolset = (name: string): name is Toolset => (toolsets as readonly string[]).includes(name);

/** `?toolsets=default,layouts`, each once and in our order; without the parameter, the default one. */
function readToolsets(query: unknown): readonly Toolset[] {
  const sent = (query as { toolsets?: string | string[] }).toolsets ?? '';
  const names = [sent]
    .flat()
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !isToolset(name));
  if (unknown !== undefined) {
    throw invalidField(
      'toolsets',
      message('unknown_toolset', { name: safeName(unknown), names: toolsets.join(', ') }),
    );
  }
  return names.length === 0 ? ['default'] : toolsets.filter((each) => names.includes(each));
}

const URL_PATH = '/api/mcp';

export interface ToolRouteOptions {
  operations: readonly AnyOperation[];
  runtime: Runtime;
  gate: Gate;
  contextFor: ContextFor;
  inTurn: RunInStoreQueue;
  idempotentAnswers(caller: ApiCaller): IdempotentAnswers;
  paths: PathTable;
}

declare module 'fastify' {
  interface FastifyRequest {
    toolsets?: readonly Toolset[];
  }
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

const messageHeaders = (request: FastifyRequest): MessageHeaders => ({
  version: headerOf(request, 'mcp-protocol-version'),
  method: headerOf(request, 'mcp-method'),
  name: headerOf(request, 'mcp-name'),
});

/** All checks before the body is read (contract: Tool server 7). */
function createAdmission({ gate, runtime }: ToolRouteOptions) {
  const requireOwnOrigin = createOriginCheck(runtime.baseUrl);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    requireOwnOrigin(request.headers);
    request.caller = await admit(gate, request, reply);
    if (!isJsonContentType(request.headers['content-type'] ?? null)) {
      throw new OperationError('unsupported_media_type', message('content_type_not_json'));
    }
    request.toolsets = readToolsets(request.query);
  };
}

function createAnswerer(options: ToolRouteOptions) {
  const toolboxOf = createToolboxes(options.operations);
  const serverInfo = serverInfoOf(options.runtime.release);
  const callTool = createToolCaller(options);
  const fastPath = createFastPath(serverInfo);
  const sdkPath = createSdkPath(serverInfo);

  return async (message: unknown, request: FastifyRequest, caller: ApiCaller): Promise<ToolExchange> => {
    const headers = messageHeaders(request);
    const toolbox = toolboxOf(caller.key, request.toolsets as readonly Toolset[]);
    const call = (tool: ServedTool, args: Record<string, unknown>) =>
      callTool(tool, caller, args, (err) =>
        request.log.error({ err, requestId: request.id, tool: tool.listed.name }, 'tool failed'),
      );

    const plain = fastPath.read(message, headers);
    if (plain?.call === null) return fastPath.answerList(plain, toolbox);
    const tool = plain && toolbox.tools.get(plain.call.name);
    if (tool) return fastPath.answerCall(plain, await call(tool, plain.call.args));

    let lastError: Error | undefined;
    const onError = (error: Error) => {
      lastError = error;
    };
    const exchange = toPlainError(await sdkPath(message, headers, { toolbox, call, onError }), message);
    if (exchange.status >= 500) {
      request.log.error({ err: lastError, requestId: request.id }, 'tool server failed');
    }
    return exchange;
  };
}

/**
 * The tool server: revision 2026-07-28 and, stateless, those of 2025. Responses are JSON, never a stream
 * (contract: Tool server 1).
 */
export function addToolRoutes(server: FastifyInstance, options: ToolRouteOptions) {
  const answer = createAnswerer(options);

  const exchangeFor = async (request: FastifyRequest, caller: ApiCaller): Promise<ToolExchange> => {
    let message: unknown;
    try {
      message = parseJson(request.body as Buffer | undefined);
    } catch (error) {
      if (!(error instanceof OperationError) || error.kind !== 'invalid') throw error;
    }
    if (message === undefined) return errorExchange(400, -32700, 'Parse error: the body is not valid JSON');
    // A batch would run any number of calls for one unit of the budget.
    if (Array.isArray(message))
      return errorExchange(400, -32600, 'Invalid Request: batches are not supported');
    return answer(message, request, caller);
  };

  options.paths.add('POST', URL_PATH);
  server.route({
    method: 'POST',
    url: URL_PATH,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: [createAdmission(options)],
    handler: async (request, reply) => {
      const caller = request.caller as ApiCaller;
      const { status, body } = await options.inTurn(caller.key.storeId, () => exchangeFor(request, caller));
      reply.code(status).header('cache-control', 'no-store');
      if (body === null) return reply.send();
      return reply.header('content-type', 'application/json; charset=utf-8').send(body);
    },
  });
}
