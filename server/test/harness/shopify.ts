import { createHmac } from 'node:crypto';

export const SHOP = 'alder.myshopify.com';

/** The header with which Shopify signs a body, using an app's secret. */
export const shopifySignature = (secret: string, body: string | Buffer) =>
  createHmac('sha256', secret).update(body).digest('base64');

/** A run of an action, as documented for Flow. */
export const flowRun = (handle: string, runId: string, properties: Record<string, unknown>) => ({
  shop_id: 1,
  shopify_domain: SHOP,
  action_run_id: runId,
  action_definition_id: 'An action',
  handle,
  step_reference: '320d4f8a-aaab-40ff-9ed2-2bc079633705',
  properties,
});
