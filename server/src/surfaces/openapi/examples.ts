import answers from './answers.json' with { type: 'json' };
import type { OpenApiObject } from './schemas.ts';

/**
 * The examples in the document, by name of the operation. `server/test/openapi/examples.test.ts` sends
 * exactly these calls, in this order and with its own IDs, and `answers.json` contains the responses.
 */
export interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: OpenApiObject;
}

const exampleId = (last: string) => `0198c0de-7a10-7000-8000-0000000000${last}`;

export const STORE = exampleId('01');
export const LAYOUT = exampleId('02');
export const REQUEST = exampleId('03');
export const EXECUTION = exampleId('04');
export const SHA = '5f2c1e9a7b3d4c60f8e1a2b3c4d5e6f708192a3b';
export const FILE = 'f_7k2m9q4x8r3t6v1w5y0z7a2b4c.png';
/** The target of the HTTP request. */
export const WAREHOUSE = 'https://warehouse.example.com';

const layout = { id: LAYOUT };
const request = { id: REQUEST };
const order = { id: 1001, name: '#1001', status_url: 'https://shop.example.com/orders/1001' };
const heading = (text: string) => ({ type: 'heading', text, level: 1 });
const button = (label: string) => ({ type: 'button', label, url: '{{ variables.order.status_url }}' });

export const examples: Readonly<Record<string, Example>> = {
  get_index: {},
  get_me: {},
  create_email_template: {
    body: {
      name: 'Order confirmation',
      subject: 'Your order {{ variables.order.name }}',
      previewText: 'Thank you, {{ variables.customer.name | default: "and welcome" }}',
      requiredVariables: ['order.name'],
      bodyDesign: {
        blocks: [
          heading('Thank you for your order'),
          { type: 'text', html: '<p>We pack <b>{{ variables.order.name }}</b> for you now.</p>' },
          button('See where it is'),
        ],
        testVariables: { order, customer: { name: 'Anna' } },
      },
    },
  },
  duplicate_email_template: { path: layout, body: { name: 'Order confirmation for pick-up' } },
  get_brand: {},
  list_email_templates: { query: { q: 'order', category: 'transactional', sort: 'name', limit: '10' } },
  get_email_template: { path: layout },
  update_email_template: { path: layout, body: { subject: 'We have your order {{ variables.order.name }}' } },
  preview_email_template: { path: layout, body: { locale: 'en', variables: { order } } },
  preview_unsaved_email_template: {
    body: {
      bodyType: 'text',
      subject: 'Your order {{ variables.order.name }}',
      body: '<p>Thank you for {{ variables.order.name }}.</p>',
      variables: { order },
    },
  },
  get_email_template_variables: { path: layout },
  get_email_template_reach: { path: layout },
  check_email_template: { path: layout },
  put_translation: {
    path: { ...layout, locale: 'de' },
    body: {
      subject: 'Ihre Bestellung {{ variables.order.name }}',
      previewText: 'Danke, {{ variables.customer.name | default: "und willkommen" }}',
      bodyDesign: {
        blocks: [
          heading('Vielen Dank für Ihre Bestellung'),
          { type: 'text', html: '<p>Wir packen jetzt <b>{{ variables.order.name }}</b>.</p>' },
          button('Wo ist mein Paket?'),
        ],
      },
    },
  },
  list_translations: { path: layout, query: { q: 'de' } },
  get_translation: { path: { ...layout, locale: 'de' } },
  'send-email': {
    path: { storeId: STORE },
    body: {
      runId: '4711/confirm-order',
      stepId: 'confirm-order',
      workflow: 'Order paid',
      layoutId: LAYOUT,
      senderId: 'capture',
      to: ['anna@customer.example'],
      replyTo: { name: 'Example shop', address: 'service@shop.example.com' },
      locale: 'de',
      variables: { order, customer: { name: 'Anna' } },
    },
  },
  list_versions: { path: layout, query: { limit: '2' } },
  get_version: { path: { ...layout, version: '3' } },
  diff_versions: { path: { ...layout, a: '1', b: '2' } },
  restore_version: { path: { ...layout, version: '3' } },
  list_drafts: { path: layout },
  list_repository_versions: { path: layout },
  get_repository_version: { path: { ...layout, sha: SHA } },
  restore_repository_version: { path: { ...layout, sha: SHA } },
  promote_translation: { path: { ...layout, locale: 'de' } },
  delete_translation: { path: { ...layout, locale: 'en' } },
  get_layout_schema: {},
  list_secrets: {},
  list_smtp_senders: {},
  list_mailboxes: {},
  list_alerts: { query: { state: 'open' } },
  list_files: { query: { usage: 'true' } },
  create_http_request: {
    body: {
      name: 'Tell the warehouse',
      method: 'POST',
      url: `${WAREHOUSE}/orders/{{ variables.order.id }}`,
      headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE_TOKEN }}' },
      body: { order: '{{ variables.order.name }}', paid: true },
      testVariables: { order },
    },
  },
  list_http_requests: { query: { q: 'warehouse' } },
  get_http_request: { path: request },
  update_http_request: { path: request, body: { timeoutMs: 5000 } },
  test_http_request: { path: request, body: { variables: { order } } },
  list_http_request_versions: { path: request },
  get_http_request_version: { path: { ...request, version: '1' } },
  get_http_request_reach: { path: request },
  validate: {
    path: { storeId: STORE },
    body: { stepId: 'tell-warehouse', workflow: 'Order paid', requestId: REQUEST },
  },
  'http-request': {
    path: { storeId: STORE },
    body: {
      runId: '4711/tell-warehouse',
      stepId: 'tell-warehouse',
      workflow: 'Order paid',
      requestId: REQUEST,
      variables: { order },
    },
  },
  list_history: { query: { actionType: 'EMAIL', status: 'SUCCESS' } },
  get_history_entry: { path: { id: EXECUTION } },
  search_history_by_recipient: { body: { email: 'anna@customer.example' } },
  get_stats: { query: { days: '2' } },
  delete_file: { body: { key: FILE } },
  delete_http_request: { path: request },
  delete_email_template: { path: layout },
};

/** The response to an operation's example, with its status. */
export const answerTo = (name: string): { status: number; body: unknown } | undefined =>
  (answers as Record<string, { status: number; body: unknown }>)[name];
