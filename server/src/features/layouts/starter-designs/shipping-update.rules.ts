import type { JsonObject } from '../../../kernel/json.ts';

export const shippingUpdate: JsonObject = {
  global: { linkColor: '#2456a6', background: '#eef2f8' },
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
      align: 'center',
      text: 'Your parcel is on its way',
      padding: { top: 20, bottom: 4 },
    },
    {
      type: 'text',
      align: 'center',
      html: '<p>Hello {{ variables.customer.first_name | default: "there" }}, we handed order <b>{{ variables.order.name }}</b> to {{ variables.shipment.carrier }} today.</p>',
    },
    {
      type: 'text',
      align: 'center',
      background: '#e6eefb',
      padding: { top: 20, bottom: 20 },
      html: '<p><span style="font-size:14px">Expected on</span><br><b style="font-size:22px">{{ variables.shipment.expected_on | date: "long" }}</b></p>',
    },
    {
      type: 'button',
      label: 'Track your parcel',
      url: '{{ variables.shipment.tracking_url }}',
      radius: 24,
      padding: { top: 20, bottom: 6 },
    },
    {
      type: 'text',
      align: 'center',
      fontSize: 13,
      html: '<p>Tracking number {{ variables.shipment.tracking_number }}</p>',
    },
    { type: 'divider' },
    { type: 'heading', level: 3, text: 'In this parcel' },
    { type: 'items', source: 'variables.shipment.line_items', show: { price: false } },
    {
      type: 'text',
      padding: { top: 16, bottom: 24 },
      html: '<p><b>Delivered to</b><br>{{ variables.shipment.address | newline_to_br }}</p>',
    },
  ],
  footer: {
    blocks: [
      {
        type: 'text',
        align: 'center',
        fontSize: 13,
        html: '<p>Nobody at home that day? Reply to this mail and we find another one.</p>',
      },
    ],
  },
  testVariables: {
    shop: { name: 'Oak & Clay', url: 'https://shop.example' },
    customer: { first_name: 'Mary' },
    order: { name: '#1001' },
    shipment: {
      carrier: 'An Post',
      expected_on: '2026-11-05T12:00:00Z',
      tracking_url: 'https://shop.example/track/CE418829315IE',
      tracking_number: 'CE418829315IE',
      address: 'Mary Miller\n12 Harbour Street\nCork',
      line_items: [
        { image: '', title: 'Stoneware mug', variant_title: 'Moss green', quantity: 2 },
        { image: '', title: 'Oak serving board', variant_title: '', quantity: 1 },
      ],
    },
  },
};
