import type { JsonObject } from '../../../kernel/json.ts';

/** The complete design that `GET /layout-schema` returns as a starting point: an order confirmation. */
export const example: JsonObject = {
  global: { linkColor: '#0b6e4f' },
  header: {
    blocks: [
      {
        type: 'logo',
        alt: '{{ variables.shop.name }}',
        href: '{{ variables.shop.url }}',
        padding: { top: 28, bottom: 12 },
      },
    ],
  },
  blocks: [
    {
      type: 'heading',
      level: 1,
      text: 'Thank you, {{ variables.customer.first_name | default: "friend" }}!',
    },
    {
      type: 'text',
      html: '<p>We received your order <b>{{ variables.order.name }}</b> on {{ variables.order.created_at | date: "long" }} and are getting it ready. We’ll email you when it ships.</p>',
    },
    { type: 'button', label: 'View your order', url: '{{ variables.order.status_url }}', align: 'start' },
    { type: 'divider' },
    { type: 'heading', level: 3, text: 'Order summary' },
    { type: 'items', source: 'variables.order.line_items' },
    {
      type: 'summary',
      rows: [
        { label: 'Subtotal', value: '{{ variables.order.subtotal | money: variables.order.currency }}' },
        {
          label: 'Discount',
          value: '−{{ variables.order.discount | money: variables.order.currency }}',
          showIf: 'variables.order.discount',
        },
        { label: 'Shipping', value: '{{ variables.order.shipping | money: variables.order.currency }}' },
        {
          label: 'Total',
          value: '{{ variables.order.total | money: variables.order.currency }}',
          strong: true,
        },
      ],
    },
    {
      type: 'columns',
      columns: [
        {
          blocks: [
            { type: 'text', html: '<p><b>Ships to</b><br>{{ variables.order.address | newline_to_br }}</p>' },
          ],
        },
        { blocks: [{ type: 'text', html: '<p><b>Paid with</b><br>{{ variables.order.payment }}</p>' }] },
      ],
    },
    {
      type: 'conditional',
      if: 'variables.order.note',
      blocks: [
        {
          type: 'text',
          background: '#fff6d6',
          html: '<p><b>Your note:</b> {{ variables.order.note }}</p>',
        },
      ],
    },
  ],
  footer: {
    blocks: [
      {
        type: 'text',
        align: 'center',
        fontSize: 13,
        html: '<p>Questions? Reply to this email or visit <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>.</p>',
      },
    ],
  },
  testVariables: {
    shop: { name: 'Oak & Clay', url: 'https://shop.example' },
    customer: { first_name: 'Mary' },
    order: {
      name: '#1001',
      created_at: '2026-11-02T10:15:00Z',
      status_url: 'https://shop.example/orders/1001',
      currency: 'EUR',
      line_items: [
        { title: 'Stoneware mug', variant_title: 'Moss green', quantity: 2, price: '18.00' },
        { title: 'Oak serving board', variant_title: '', quantity: 1, price: '42.50' },
      ],
      subtotal: '78.50',
      discount: '7.85',
      shipping: '4.90',
      total: '75.55',
      address: 'Mary Miller\n12 Harbour Street\nCork',
      payment: 'Visa ending in 4242',
      note: 'If I’m not home, please leave it with a neighbor.',
    },
  },
};
