import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { AnyPlatformAction } from '../../../kernel/platform-action.ts';
import { anyContentType, MAX_BODY_BYTES, parseBoundedMembers, requireBounded } from '../../calls/body.ts';
import { sendAnswer } from '../../rest/answer.ts';
import type { PathTable } from '../../rest/paths.ts';
import { refuseLate, requireActive } from '../refuse.ts';
import { runTraced } from '../run-traced.ts';
import { flowCall, type NamedShop, shopOf } from './calls.ts';
import { inputFor } from './properties.ts';
import { isSignedByShopify } from './signature.ts';
import { checkStep, VALIDATE } from './validate.ts';
import { complianceWebhook } from './webhooks.ts';

const PREFIX = '/platforms/shopify-flow';
const SCHEME = 'Shopify-Hmac-Sha256';

export interface ShopStore {
  storeId: string;
  shopId: string | null;
  isConnected: boolean;
  suspendedWhy: string | null;
}

/** Store lookups of the Shopify routes. */
export interface ShopifyBackend {
  /** The app's secrets; any of them may have signed. */
  secrets: readonly string[];
  /** The stores that a shop is or was connected to. */
  storesOf(domain: string): Promise<readonly ShopStore[]>;
  contextFor(storeId: string): Context;
  eraseCustomer(storeId: string, email: string): Promise<unknown>;
  eraseShop(storeId: string, domain: string): Promise<unknown>;
}

export interface ShopifyOptions extends ShopifyBackend {
  actions: readonly AnyPlatformAction[];
  paths: PathTable;
}

/** One path for all actions: the path is not signed, the handle in the body is. */
export function addShopifyRoutes(server: FastifyInstance, options: ShopifyOptions) {
  const add = (
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => {
    options.paths.add('POST', url);
    server.route({ method: 'POST', url, bodyLimit: MAX_BODY_BYTES, onRequest: anyContentType, handler });
  };
  add(`${PREFIX}/:anything`, async (request, reply) => runStep(options, request, reply));
  add(`${PREFIX}/validate`, async (request, reply) => validateStep(options, request, reply));
  add(`${PREFIX}/webhooks`, async (request, reply) => takeWebhook(options, request, reply));
}

const answer = (reply: FastifyReply, status: number, value: unknown, headers: Record<string, string> = {}) =>
  sendAnswer(reply, { status, headers, body: JSON.stringify(value) });

/** The members of a body that Shopify has signed. */
async function signedFields({ secrets }: ShopifyOptions, request: FastifyRequest, began: number) {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  requireBounded(body);
  if (!isSignedByShopify(secrets, request.headers, body)) await refuseLate(began, SCHEME);
  return parseBoundedMembers(body);
}

const isOf = (shop: NamedShop) => (store: ShopStore) =>
  store.isConnected && (store.shopId === null || shop.id === null || store.shopId === shop.id);

/** A signed call for a shop that is connected to a store; any other shop is refused like a wrong signature. */
async function signedCall(options: ShopifyOptions, request: FastifyRequest) {
  const began = performance.now();
  const fields = await signedFields(options, request, began);
  const shop = shopOf(fields);
  const store = (await options.storesOf(shop.domain)).find(isOf(shop));
  if (!store) return refuseLate(began, SCHEME);
  request.signedStore = store.storeId;
  requireActive(store.suspendedWhy);
  const call = flowCall(fields);
  const action = options.actions.find(({ name }) => name === call.handle && name !== VALIDATE);
  if (!action) throw invalidField('handle', message('no_such_action'));
  return { ctx: options.contextFor(store.storeId), call, action };
}

/**
 * The result is in the value: to Flow a failed step is finished and not to be retried
 * (contract: Workflow platforms 6).
 */
async function runStep(options: ShopifyOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx, call, action } = await signedCall(options, request);
  const { runId, stepId, properties } = call;
  if (runId === null) throw invalidField('action_run_id', message('required'));
  const input = inputFor(action, { runId, stepId }, properties);
  const { value, status, executionId } = await runTraced(ctx, action, request, reply, () =>
    action.run(ctx, input),
  );
  const { executionId: id, status: outcome } = value as { executionId: string; status: string };
  return answer(
    reply,
    status,
    status === 202 ? {} : { return_value: { executionId: id, status: outcome } },
    executionId ? { 'x-execution-id': executionId } : {},
  );
}

async function validateStep(options: ShopifyOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx, call, action } = await signedCall(options, request);
  return answer(reply, 200, await checkStep(options.actions, ctx, call, action));
}

/** Answered at once; the erasure is recorded, and workers carry it out. */
async function takeWebhook(options: ShopifyOptions, request: FastifyRequest, reply: FastifyReply) {
  const fields = await signedFields(options, request, performance.now());
  const { topic, shop, email } = complianceWebhook(request.headers['x-shopify-topic'], fields);
  // We hold nothing about a shop that is not, or no longer, connected.
  for (const { storeId } of await options.storesOf(shop)) {
    request.log.info({ topic, storeId, requestId: request.id }, 'Shopify asks about personal data');
    if (topic === 'customers/redact' && email !== null) await options.eraseCustomer(storeId, email);
    if (topic === 'shop/redact') await options.eraseShop(storeId, shop);
  }
  return answer(reply, 200, {});
}
