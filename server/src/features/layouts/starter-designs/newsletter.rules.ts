import type { JsonObject } from '../../../kernel/json.ts';

export const newsletter: JsonObject = {
  global: { linkColor: '#b3432b', background: '#f6f1ec', textColor: '#2c2522' },
  header: {
    blocks: [
      {
        type: 'logo',
        alt: '{{ variables.shop.name }}',
        href: '{{ variables.shop.url }}',
        padding: { top: 28, bottom: 4 },
      },
      {
        type: 'menu',
        items: [
          { label: 'New', url: '{{ variables.shop.url }}/new' },
          { label: 'Kitchen', url: '{{ variables.shop.url }}/kitchen' },
          { label: 'Table', url: '{{ variables.shop.url }}/table' },
        ],
        padding: { top: 0, bottom: 12 },
      },
    ],
  },
  blocks: [
    {
      type: 'image',
      showIf: 'variables.issue.image_url != blank',
      url: '{{ variables.issue.image_url }}',
      alt: '{{ variables.issue.title }}',
      padding: { top: 0, bottom: 0, start: 0, end: 0 },
    },
    {
      type: 'text',
      align: 'center',
      background: '#fbe4dc',
      padding: { top: 44, bottom: 44 },
      html: '<h1 style="margin:0 0 12px;font-size:30px">{{ variables.issue.title }}</h1><p>{{ variables.issue.intro }}</p>',
    },
    {
      type: 'button',
      label: 'See what is new',
      url: '{{ variables.shop.url }}/new',
      padding: { top: 24, bottom: 8 },
    },
    { type: 'heading', level: 2, text: 'Picked for you', padding: { top: 28, bottom: 4 } },
    {
      type: 'loop',
      source: 'variables.products',
      as: 'product',
      limit: 6,
      blocks: [
        {
          type: 'columns',
          ratio: '3-1',
          valign: 'middle',
          stackOnMobile: false,
          columns: [
            {
              blocks: [
                {
                  type: 'text',
                  html: '<p><b>{{ product.title }}</b><br>{{ product.about }}<br><a href="{{ product.url }}">Look at it</a></p>',
                },
              ],
            },
            {
              blocks: [
                {
                  type: 'text',
                  align: 'end',
                  html: '<p><b>{{ product.price | money: variables.currency }}</b></p>',
                },
              ],
            },
          ],
        },
        { type: 'divider', padding: { top: 0, bottom: 0 } },
      ],
    },
    {
      type: 'coupon',
      showIf: 'variables.discount.code != blank',
      code: '{{ variables.discount.code }}',
      label: '{{ variables.discount.label }}',
      padding: { top: 28, bottom: 28 },
    },
  ],
  testVariables: {
    shop: { name: 'Oak & Clay', url: 'https://shop.example' },
    currency: 'EUR',
    issue: {
      title: 'A table for long evenings',
      intro:
        'Candles, linen and the new plates from our autumn firing: what we put on our own table this month.',
      image_url: '',
    },
    products: [
      {
        title: 'Dinner plate',
        about: 'Stoneware, speckled cream',
        price: '24.00',
        url: 'https://shop.example/p/1',
      },
      {
        title: 'Linen runner',
        about: 'Washed, in three colours',
        price: '38.00',
        url: 'https://shop.example/p/2',
      },
      {
        title: 'Beeswax candles',
        about: 'A bundle of six',
        price: '16.50',
        url: 'https://shop.example/p/3',
      },
    ],
    discount: { code: 'AUTUMN10', label: '10 % off until Sunday' },
  },
};
