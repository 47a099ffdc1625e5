import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { requireSending } from '../../delivery/ledger/hold.store.ts';
import { postToWebhook } from './post-webhook.ts';
import { webhook, webhookInput } from './webhook.schema.ts';
import { deleteWebhook, putWebhook, readWebhook, webhookSealContext } from './webhook.store.ts';

export const getAlertWebhook = appOperation({
  name: 'get_alert_webhook',
  summary: 'Get the webhook that alerts are posted to, and whether the last post was accepted.',
  app: [{ method: 'GET', path: '/alert-webhook', role: 'owner' }],
  input: z.object({}),
  output: webhook,
  run: async ({ db }) => ({ value: { webhook: await readWebhook(db) } }),
});

const SECRET_BYTES = 32;

export const setAlertWebhook = appOperation({
  name: 'set_alert_webhook',
  summary: 'Set the webhook that alerts are posted to.',
  description:
    'Replaces the current webhook. Posts are signed according to Standard Webhooks, each time with a new secret, which is shown only once.',
  app: [{ method: 'PUT', path: '/alert-webhook', role: 'owner' }],
  stepUp: true,
  input: webhookInput,
  output: z.object({ secret: z.string() }),
  atomic: true,
  async run(ctx, { url, kinds }) {
    const host = URL.parse(url)?.host;
    if (!host) throw invalidField('url', message('must_start_with_http'));
    const secret = `whsec_${ctx.randomBytes(SECRET_BYTES).toString('base64')}`;
    const vault = await ctx.vault.unlock();
    const sealed = {
      url: vault.seal(webhookSealContext('url'), url),
      secret: vault.seal(webhookSealContext('secret'), secret),
    };
    await ctx.db.transaction((tx) => putWebhook(tx, ctx.storeId, { ...sealed, host, kinds }));
    return { value: { secret } };
  },
});

export const deleteAlertWebhook = appOperation({
  name: 'delete_alert_webhook',
  summary: 'Stop posting alerts to the webhook.',
  app: [{ method: 'DELETE', path: '/alert-webhook', role: 'owner' }],
  input: z.object({}),
  output: z.object({ deleted: z.literal(true) }),
  errorKinds: ['not_found'],
  atomic: true,
  async run(ctx) {
    if (!(await ctx.db.transaction(deleteWebhook))) throw notFound();
    return { value: { deleted: true as const } };
  },
});

export const testAlertWebhook = appOperation({
  name: 'test_alert_webhook',
  summary: 'Post a test message to the webhook and return the result.',
  app: [{ method: 'POST', path: '/alert-webhook/test', role: 'owner' }],
  input: z.object({}),
  output: z.object({ error: z.string().nullable().describe('Why the post was rejected.') }),
  errorKinds: ['not_found', 'unavailable'],
  async run(ctx) {
    await requireSending(ctx.db);
    const posted = await postToWebhook(ctx, ctx.newId(), 'alert.test', { storeId: ctx.storeId });
    if (posted === 'absent') throw notFound();
    return { value: posted };
  },
});
