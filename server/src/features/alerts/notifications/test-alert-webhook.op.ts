import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { requireSending } from '../../delivery/ledger/hold.store.ts';
import { postToWebhook } from './post-webhook.ts';

export const testAlertWebhook = appOperation({
  name: 'test_alert_webhook',
  summary: 'Post a message to the webhook at once, and say what came of it.',
  app: [{ method: 'POST', path: '/alert-webhook/test', role: 'owner' }],
  input: z.object({}),
  output: z.object({ error: z.string().nullable().describe('Why it was not taken.') }),
  refusals: ['not_found', 'unavailable'],
  async run(ctx) {
    await requireSending(ctx.db);
    const posted = await postToWebhook(ctx, ctx.newId(), 'alert.test', { storeId: ctx.storeId });
    if (posted === 'absent') throw notFound();
    return { value: posted };
  },
});
