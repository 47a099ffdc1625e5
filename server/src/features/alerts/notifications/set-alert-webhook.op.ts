import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { webhookInput } from './webhook.schema.ts';
import { putWebhook, webhookSealContext } from './webhook.store.ts';

const SECRET_BYTES = 32;

export const setAlertWebhook = appOperation({
  name: 'set_alert_webhook',
  summary: 'Have alerts posted to an address, in place of the one before.',
  description:
    'Posts are signed by Standard Webhooks. The secret is shown once; each time there is a new one.',
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
