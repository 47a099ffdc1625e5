import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldName, invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { AnyPlatformAction } from '../../../kernel/platform-action.ts';
import { canSignForShop, type ShopifySecret } from '../../../kernel/shopify-secrets.ts';
import { anyContentType, MAX_BODY_BYTES, parseMembers } from '../../calls/body.ts';
import { sendAnswer } from '../../rest/answer.ts';
import type { PathTable } from '../../rest/paths.ts';
import type { FailedCalls } from '../failed-calls.ts';
import { createAdmission, rejectAfterDelay, requireActive } from '../refuse.ts';
import { answerHeaders } from '../routes.ts';
import { runTraced } from '../run-traced.ts';
import { flowCall, type NamedShop, shopOf } from './calls.ts';
import { inputFor, toFlowFieldPath } from './properties.ts';
import { shopifySignature, signersOf } from './signature.ts';
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
  /** Secrets of apps; any of them may sign, for the shops that it covers. */
  secrets: readonly ShopifySecret[];
  /** The stores that a shop is or was connected to. */
  storesOf(domain: string): Promise<readonly ShopStore[]>;
  contextFor(storeId: string): Context;
  eraseCustomer(storeId: string, email: string): Promise<unknown>;
  eraseShop(storeId: string, domain: string): Promise<unknown>;
}

export interface ShopifyOptions extends ShopifyBackend {
  actions: readonly AnyPlatformAction[];
  failedCalls: FailedCalls;
  paths: PathTable;
}

/** One path for all actions, because the path is not signed but the handle in the body is. */
export function addShopifyRoutes(server: FastifyInstance, options: ShopifyOptions) {
  const admission = createAdmission(
    options.failedCalls,
    SCHEME,
    (headers) => shopifySignature(headers) !== null,
  );
  const add = (
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) => {
    options.paths.add('POST', url);
    server.route({
      method: 'POST',
      url,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: [anyContentType, admission],
      handler,
    });
  };
  add(`${PREFIX}/:anything`, async (request, reply) => runStep(options, request, reply));
  add(`${PREFIX}/validate`, async (request, reply) => validateStep(options, request, reply));
  add(`${PREFIX}/webhooks`, async (request, reply) => takeWebhook(options, request, reply));
}

const answer = (reply: FastifyReply, status: number, value: unknown, headers: Record<string, string> = {}) =>
  sendAnswer(reply, { status, headers, body: JSON.stringify(value) });

/** The fields of a body that Shopify has signed, and the shops that the secret covers. */
async function signedFields(
  { secrets, failedCalls }: ShopifyOptions,
  request: FastifyRequest,
  began: number,
) {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const signers = signersOf(secrets, request.headers, body);
  if (signers.length === 0) {
    failedCalls.countFailure(request.ip);
    await rejectAfterDelay(began, SCHEME);
  }
  failedCalls.countSigned(request.ip);
  return { fields: parseMembers(body), covers: (shop: string) => canSignForShop(signers, shop) };
}

const isOf = (shop: NamedShop) => (store: ShopStore) =>
  store.isConnected && (store.shopId === null || shop.id === null || store.shopId === shop.id);

/**
 * Reads a signed call for a shop that is connected to a store. Any other shop, and one that the secret does
 * not cover, is rejected like a wrong signature (contract: Workflow platforms 9).
 */
async function signedCall(options: ShopifyOptions, request: FastifyRequest) {
  const began = performance.now();
  const { fields, covers } = await signedFields(options, request, began);
  const shop = shopOf(fields);
  const store = covers(shop.domain) && (await options.storesOf(shop.domain)).find(isOf(shop));
  if (!store) return rejectAfterDelay(began, SCHEME);
  request.signedStore = store.storeId;
  requireActive(store.suspendedWhy);
  const call = flowCall(fields);
  const action = options.actions.find(({ name }) => name === call.handle && name !== VALIDATE);
  if (!action) throw invalidField('handle', message('no_such_action'));
  return { ctx: options.contextFor(store.storeId), call, action };
}

/**
 * The result is in the value: Flow considers a failed step finished and does not retry it
 * (contract: Workflow platforms 6).
 */
async function runStep(options: ShopifyOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx, call, action } = await signedCall(options, request);
  const { runId, stepId, properties } = call;
  if (runId === null) throw invalidField('action_run_id', message('required'));
  const input = inputFor(action, { runId, stepId }, properties);
  const answered = await runTraced(ctx, action, request, reply, () => action.run(ctx, input));
  const { executionId, status: outcome } = answered.value as { executionId: string; status: string };
  const differing = (answered.repeats?.differing ?? []).map((member) => fieldName(toFlowFieldPath([member])));
  return answer(
    reply,
    answered.status,
    answered.status === 202 ? {} : { return_value: { executionId, status: outcome } },
    answerHeaders(answered, differing),
  );
}

async function validateStep(options: ShopifyOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx, call, action } = await signedCall(options, request);
  return answer(reply, 200, await checkStep(options.actions, ctx, call, action));
}

/** Responds at once; the erasure is recorded, and workers carry it out. */
async function takeWebhook(options: ShopifyOptions, request: FastifyRequest, reply: FastifyReply) {
  const began = performance.now();
  const { fields, covers } = await signedFields(options, request, began);
  const { topic, shop, email } = complianceWebhook(request.headers['x-shopify-topic'], fields);
  // Checked whether or not a store is connected, so that one app's secret cannot be used to find out about
  // another's shops.
  if (!covers(shop)) await rejectAfterDelay(began, SCHEME);
  // We store no data about a shop that is not connected (anymore).
  for (const { storeId } of await options.storesOf(shop)) {
    request.log.info({ topic, storeId, requestId: request.id }, 'Shopify asks about personal data');
    if (topic === 'customers/redact' && email !== null) await options.eraseCustomer(storeId, email);
    if (topic === 'shop/redact') await options.eraseShop(storeId, shop);
  }
  return answer(reply, 200, {});
}
