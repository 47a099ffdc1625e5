import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { deleteWebhook } from './webhook.store.ts';

export const deleteAlertWebhook = appOperation({
  name: 'delete_alert_webhook',
  summary: 'Have alerts posted nowhere any more.',
  app: [{ method: 'DELETE', path: '/alert-webhook', role: 'owner' }],
  input: z.object({}),
  output: z.object({ deleted: z.literal(true) }),
  refusals: ['not_found'],
  atomic: true,
  async run(ctx) {
    if (!(await ctx.db.transaction(deleteWebhook))) throw notFound();
    return { value: { deleted: true as const } };
  },
});
