import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstMatchingNames, membersFor, parseFields } from '../../kernel/fields.ts';
import { isUuid } from '../../kernel/id.ts';
import type { Context, Runtime } from '../../kernel/operation.ts';
import type { AnyPlatformAction, PlatformAnswer } from '../../kernel/platform-action.ts';
import { anyContentType, MAX_BODY_BYTES, parseMembers } from '../calls/body.ts';
import { MAX_IGNORED_NAMES } from '../calls/invoke.ts';
import { sendAnswer } from '../rest/answer.ts';
import { ignoredHeader } from '../rest/headers.ts';
import type { PathTable } from '../rest/paths.ts';
import type { FailedCalls } from './failed-calls.ts';
import { createAdmission, rejectAfterDelay, requireActive } from './refuse.ts';
import { runTraced } from './run-traced.ts';
import { isSignedWith, readSignature } from './signature.ts';

const PREFIX = '/platforms/generic/:storeId';
const SCHEME = 'Standard-Webhooks';

const UNKNOWN = { secrets: [], suspendedWhy: null };

/** Everything about stores that the routes of workflow platforms need. */
export interface PlatformBackend {
  actions: readonly AnyPlatformAction[];
  /**
   * The secrets that may sign a call for the store (none if there is no such store), and why it is suspended.
   */
  secretsOf(storeId: string): Promise<{ secrets: readonly string[]; suspendedWhy: string | null }>;
  contextFor(storeId: string): Context;
}

export interface PlatformOptions extends PlatformBackend {
  runtime: Runtime;
  failedCalls: FailedCalls;
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
  const { runtime, failedCalls } = options;
  const admission = createAdmission(
    failedCalls,
    SCHEME,
    (headers) => readSignature(headers, runtime.now()) !== null,
  );
  for (const action of options.actions) {
    const url = `${PREFIX}/${action.name}`;
    options.paths.add('POST', url);
    server.route({
      method: 'POST',
      url,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: [anyContentType, admission],
      handler: handler(action, options),
    });
  }
}

/** The called store, if the call is signed for it. */
async function signedStore(
  { runtime, secretsOf, failedCalls }: PlatformOptions,
  named: string,
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  body: Buffer,
): Promise<string> {
  const began = performance.now();
  const signature = readSignature(headers, runtime.now());
  if (signature) {
    // Sealed values are bound to the lower-case ID.
    const storeId = named.toLowerCase();
    const { secrets, suspendedWhy } = isUuid(storeId) ? await secretsOf(storeId) : UNKNOWN;
    if (isSignedWith(secrets, signature, body)) {
      failedCalls.countSigned(ip);
      requireActive(suspendedWhy);
      return storeId;
    }
  }
  failedCalls.countFailure(ip);
  return rejectAfterDelay(began, SCHEME);
}

/** Headers of a step's response; `ignored` lists the fields of the call that had no effect. */
export const answerHeaders = (
  { executionId, repeats }: Pick<PlatformAnswer<unknown>, 'executionId' | 'repeats'>,
  ignored: readonly string[],
): Record<string, string> => ({
  ...(executionId && { 'x-execution-id': executionId }),
  ...(repeats && { 'idempotency-replayed': 'true' }),
  ...(ignored.length > 0 && { 'x-ignored-fields': ignoredHeader(ignored) }),
});

function handler(action: AnyPlatformAction, options: PlatformOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const { storeId: named } = request.params as { storeId: string };
    const storeId = await signedStore(options, named, request, body);
    request.signedStore = storeId;
    const fields = parseMembers(body);
    const input = parseFields(action.input, membersFor(action.input, fields));
    const ctx = options.contextFor(storeId);
    const answer = await runTraced(ctx, action, request, reply, () => action.run(ctx, input));
    const unknown = firstMatchingNames(
      fields,
      MAX_IGNORED_NAMES,
      (name) => !Object.hasOwn(action.input.shape, name),
    );
    return sendAnswer(reply, {
      status: answer.status,
      headers: answerHeaders(answer, [...(answer.repeats?.differing ?? []), ...unknown]),
      body: JSON.stringify(answer.value),
    });
  };
}
