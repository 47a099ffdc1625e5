import type { JsonObject } from '../../../kernel/json.ts';

const promise = (title: string, text: string): JsonObject => ({
  blocks: [
    { type: 'heading', level: 4, text: title, padding: { top: 8, bottom: 0 } },
    { type: 'text', fontSize: 14, html: `<p>${text}</p>`, padding: { top: 2, bottom: 8 } },
  ],
});

export const welcome: JsonObject = {
  global: { linkColor: '#17624a', background: '#f2efe8', fontFamily: 'georgia', textColor: '#26302b' },
  header: {
    blocks: [
      {
        type: 'logo',
        alt: '{{ variables.shop.name }}',
        href: '{{ variables.shop.url }}',
        padding: { top: 32, bottom: 16 },
      },
    ],
  },
  blocks: [
    {
      type: 'text',
      align: 'center',
      background: '#17624a',
      padding: { top: 44, bottom: 44 },
      html: '<h1 style="margin:0 0 8px;font-size:30px">Welcome, {{ variables.customer.first_name | default: "friend" }}</h1><p>It is good to have you with us.</p>',
    },
    {
      type: 'text',
      padding: { top: 28, bottom: 8 },
      html: '<p>Your account at {{ variables.shop.name }} is ready. In it you find your orders, your addresses, and whatever you put aside for later.</p>',
    },
    {
      type: 'button',
      label: 'Go to your account',
      url: '{{ variables.customer.account_url }}',
      padding: { top: 8, bottom: 20 },
    },
    { type: 'divider' },
    {
      type: 'columns',
      ratio: '1-1-1',
      padding: { top: 8, bottom: 20 },
      columns: [
        promise('Made to last', 'Chosen by people who use these things every day.'),
        promise('Sent in two days', 'From our own workshop, in paper and card.'),
        promise('Thirty days', 'Send back what does not suit you. No questions.'),
      ],
    },
  ],
  footer: {
    blocks: [
      {
        type: 'text',
        align: 'center',
        fontSize: 13,
        html: '<p>You get this mail because you opened an account at <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>.</p>',
      },
    ],
  },
  testVariables: {
    shop: { name: 'Oak & Clay', url: 'https://shop.example' },
    customer: { first_name: 'Mary', account_url: 'https://shop.example/account' },
  },
};
