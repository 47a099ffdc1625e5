import type { JsonObject } from '../../../kernel/json.ts';

export const backInStock: JsonObject = {
  global: { linkColor: '#5b3fb5', background: '#f1eff8' },
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
      type: 'text',
      align: 'center',
      fontSize: 14,
      padding: { top: 28, bottom: 0 },
      html: '<p>You asked us to tell you</p>',
    },
    {
      type: 'heading',
      level: 1,
      align: 'center',
      text: 'It is back: {{ variables.product.title }}',
      padding: { top: 4, bottom: 8 },
    },
    {
      type: 'image',
      showIf: 'variables.product.image_url != blank',
      url: '{{ variables.product.image_url }}',
      alt: '{{ variables.product.title }}',
      href: '{{ variables.product.url }}',
      radius: 8,
    },
    {
      type: 'text',
      align: 'center',
      background: '#ebe6fa',
      padding: { top: 20, bottom: 20 },
      html: '<p><b>{{ variables.product.title }}</b><br>{{ variables.product.variant_title }}<br><span style="font-size:22px"><b>{{ variables.product.price | money: variables.product.currency }}</b></span></p>',
    },
    {
      type: 'button',
      label: 'Order it now',
      url: '{{ variables.product.url }}',
      radius: 8,
      padding: { top: 20, bottom: 8 },
    },
    {
      type: 'text',
      align: 'center',
      fontSize: 14,
      showIf: 'variables.product.stock < 20',
      padding: { top: 0, bottom: 28 },
      html: '<p>There are {{ variables.product.stock }} of them; the last ones were gone within days.</p>',
    },
  ],
  footer: {
    blocks: [
      {
        type: 'text',
        align: 'center',
        fontSize: 13,
        html: '<p>We tell you once. If you still want it later, ask us again on its page.</p>',
      },
    ],
  },
  testVariables: {
    shop: { name: 'Oak & Clay', url: 'https://shop.example' },
    product: {
      title: 'Stoneware mug',
      variant_title: 'Moss green',
      price: '18.00',
      currency: 'EUR',
      url: 'https://shop.example/p/stoneware-mug',
      image_url: '',
      stock: 12,
    },
  },
};
