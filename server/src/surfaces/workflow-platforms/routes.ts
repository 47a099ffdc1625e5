import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseFields } from '../../kernel/fields.ts';
import { isUuid } from '../../kernel/id.ts';
import type { Context, Runtime } from '../../kernel/operation.ts';
import type { AnyPlatformAction } from '../../kernel/platform-action.ts';
import { anyContentType, MAX_BODY_BYTES, parseBoundedMembers, requireBounded } from '../calls/body.ts';
import { sendAnswer } from '../rest/answer.ts';
import { ignoredHeader } from '../rest/headers.ts';
import type { PathTable } from '../rest/paths.ts';
import { refuseLate, requireActive } from './refuse.ts';
import { runTraced } from './run-traced.ts';
import { isSignedWith, readSignature } from './signature.ts';

const PREFIX = '/platforms/generic/:storeId';

const UNKNOWN = { secrets: [], suspendedWhy: null };

/** What the routes of workflow platforms need to know about stores. */
export interface PlatformBackend {
  actions: readonly AnyPlatformAction[];
  /** The secrets that may sign a call for the store, none if there is no such store; and why it is suspended. */
  secretsOf(storeId: string): Promise<{ secrets: readonly string[]; suspendedWhy: string | null }>;
  contextFor(storeId: string): Context;
}

export interface PlatformOptions extends PlatformBackend {
  runtime: Runtime;
  paths: PathTable;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The store that a workflow platform has signed for. */
    signedStore?: string;
  }
}

/** Registers every action on its path; rules of an action are not repeated here. */
export function addPlatformRoutes(server: FastifyInstance, options: PlatformOptions) {
  for (const action of options.actions) {
    const url = `${PREFIX}/${action.name}`;
    options.paths.add('POST', url);
    server.route({
      method: 'POST',
      url,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: anyContentType,
      handler: handler(action, options),
    });
  }
}

/** The store that is called, if the call is signed for it. */
async function signedStore(
  { runtime, secretsOf }: PlatformOptions,
  named: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<string> {
  const began = performance.now();
  const signature = readSignature(headers, runtime.now());
  if (signature) {
    // Sealed values are bound to the lower-case id.
    const storeId = named.toLowerCase();
    const { secrets, suspendedWhy } = isUuid(storeId) ? await secretsOf(storeId) : UNKNOWN;
    if (isSignedWith(secrets, signature, body)) {
      requireActive(suspendedWhy);
      return storeId;
    }
  }
  return refuseLate(began, 'Standard-Webhooks');
}

function handler(action: AnyPlatformAction, options: PlatformOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    requireBounded(body);
    const { storeId: named } = request.params as { storeId: string };
    const storeId = await signedStore(options, named, request.headers, body);
    request.signedStore = storeId;
    const fields = parseBoundedMembers(body);
    const input = parseFields(action.input, fields);
    const ctx = options.contextFor(storeId);
    const { value, status, executionId } = await runTraced(ctx, action, request, reply, () =>
      action.run(ctx, input),
    );
    const ignored = Object.keys(fields).filter((name) => !Object.hasOwn(action.input.shape, name));
    return sendAnswer(reply, {
      status,
      headers: {
        ...(executionId && { 'x-execution-id': executionId }),
        ...(ignored.length > 0 && { 'x-ignored-fields': ignoredHeader(ignored) }),
      },
      body: JSON.stringify(value),
    });
  };
}
