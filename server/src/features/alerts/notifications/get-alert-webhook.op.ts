import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { webhook } from './webhook.schema.ts';
import { readWebhook } from './webhook.store.ts';

export const getAlertWebhook = appOperation({
  name: 'get_alert_webhook',
  summary: 'Where alerts of the store are posted to, and whether the last one was taken.',
  app: [{ method: 'GET', path: '/alert-webhook', role: 'owner' }],
  input: z.object({}),
  output: webhook,
  run: async ({ db }) => ({ value: { webhook: await readWebhook(db) } }),
});
