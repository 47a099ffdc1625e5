import { webhookMessage } from '../../features/alerts/notifications/webhook-message.schema.ts';
import { EXECUTION, LAYOUT, STORE } from './examples.ts';
import { signatureHeaders } from './platform-object.ts';
import type { createSchemas, OpenApiObject } from './schemas.ts';
import { tagOf } from './tags.ts';

const AT = '2026-11-17T09:30:00.000Z';

/** `server/test/alerts/alerts.test.ts` compares its fields with those of a real post. */
export const alertExample = {
  type: 'alert.opened',
  timestamp: AT,
  data: {
    storeId: STORE,
    id: '0198c0de-7a10-7000-8000-000000000005',
    kind: 'failures',
    state: 'open',
    source: 'EMAIL',
    reason: 'unreachable',
    detail: '',
    senderId: null,
    actionConfigId: LAYOUT,
    count: 5,
    firstAt: AT,
    lastAt: AT,
    firstExecutionId: EXECUTION,
    lastExecutionId: EXECUTION,
    openedAt: AT,
    closedAt: null,
    closedWhy: null,
    url: `http://localhost:3000/stores/${STORE}/alerts`,
  },
};

/** Webhooks that the product sends to others. */
export const webhooks = (schemas: ReturnType<typeof createSchemas>): OpenApiObject => ({
  alert: {
    post: {
      operationId: 'receive_alert',
      summary: 'An alert was opened or closed, or an owner sent a test.',
      description:
        'Posted to the webhook that an owner sets on the Alerts page of the app, which shows its secret once. Signed according to Standard Webhooks (https://www.standardwebhooks.com), whose libraries verify it. Respond with any 2xx status within 10 s; otherwise the post is repeated five times within nine hours, with the same `webhook-id`. Redirects are not followed.',
      tags: [tagOf({ path: '/alerts' })],
      security: [],
      parameters: [
        ...signatureHeaders(),
        {
          name: 'webhook-signature',
          in: 'header',
          description: '`v1,` and the Base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`.',
          required: true,
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemas.output('AlertEvent', webhookMessage), example: alertExample },
        },
      },
      responses: { '2XX': { description: 'Received.' } },
    },
  },
});
