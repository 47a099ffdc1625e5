import { createHmac } from 'node:crypto';
import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { OutboundOutcome } from '../../../kernel/outbound.ts';
import type { WatchedCause } from '../alerts/alerts.schema.ts';
import type { AlertEvent } from './messages.store.ts';
import { readSealedWebhook, recordWebhookResult, webhookSealContext } from './webhook.store.ts';

const TIMEOUT_MS = 10_000;

type WebhookContext = Pick<Context, 'db' | 'vault' | 'outbound' | 'storeId' | 'baseUrl' | 'now' | 'release'>;

/** The webhook payload of an alert: ids, enum values and times only. */
export const alertPayload = (
  { storeId, baseUrl }: Pick<WebhookContext, 'storeId' | 'baseUrl'>,
  watch: WatchedCause,
) => ({
  storeId,
  id: watch.id,
  kind: watch.kind,
  state: watch.closedAt === null ? 'open' : 'closed',
  source: watch.source,
  reason: watch.reason,
  detail: watch.detail,
  senderId: watch.senderId,
  actionConfigId: watch.moreConfigs || watch.configIds.length !== 1 ? null : watch.configIds[0],
  count: watch.count,
  firstAt: watch.firstAt,
  lastAt: watch.lastAt,
  firstExecutionId: watch.firstId,
  lastExecutionId: watch.lastId,
  openedAt: watch.openedAt,
  closedAt: watch.closedAt,
  closedWhy: watch.closedWhy,
  url: `${baseUrl}/stores/${storeId}/alerts`,
});

/** Standard Webhooks, symmetric: the key is the secret without its prefix, decoded. */
export function signMessage(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

const errorOf = (outcome: OutboundOutcome): Message | null => {
  if (outcome.kind === 'failed') return outcome.sentence;
  return outcome.status < 300 ? null : message('target_answered', { status: outcome.status });
};

/**
 * Posts one message to the store's webhook and records the result; returns why it was not accepted, or `null`
 * (contract: Alerts 5). `absent` if there is no webhook. It is sent through the same guarded client as the
 * calls of merchants.
 */
export async function postToWebhook(
  ctx: WebhookContext,
  id: string,
  type: `alert.${AlertEvent | 'test'}`,
  data: object,
): Promise<{ error: string | null } | 'absent'> {
  const sealed = await readSealedWebhook(ctx.db);
  if (!sealed) return 'absent';
  const vault = await ctx.vault.unlock();
  const secret = vault.open(webhookSealContext('secret'), sealed.secret);
  const at = ctx.now();
  const timestamp = Math.floor(at.getTime() / 1000);
  const body = JSON.stringify({ type, timestamp: at, data });
  const outcome = await ctx.outbound.send({
    method: 'POST',
    url: vault.open(webhookSealContext('url'), sealed.url),
    headers: {
      'content-type': 'application/json',
      'user-agent': `outstep/${ctx.release}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(secret, id, timestamp, body),
    },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  const why = errorOf(outcome);
  const error = why && textOf(why);
  await recordWebhookResult(ctx.db, at, error);
  return { error };
}
