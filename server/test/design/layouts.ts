import { example } from '../../src/features/rendering/design/example.rules.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

/** Complete layouts as merchants write them. The resolvers of the tests know `files` and `presets`. */

export const MUG = 'files/mug.png';
export const STILL = 'files/still.png';
export const FOOTER_PRESET = '0198c0de-0000-7000-8000-00000000f007';

const shop = { name: 'Oak & Clay', url: 'https://shop.example' };

export const footerPreset = {
  blocks: [
    { type: 'divider' },
    {
      type: 'social',
      items: [
        { network: 'instagram', url: 'https://instagram.com/oakandclay' },
        { network: 'pinterest', url: 'https://pinterest.com/oakandclay' },
        { network: 'youtube', url: 'https://youtube.com/@oakandclay' },
        { network: 'website', url: '{{ variables.shop.url }}' },
      ],
    },
    {
      type: 'text',
      align: 'center',
      fontSize: 13,
      html: '<p>{{ variables.shop.name }} · 1 Kiln Lane · Cork</p>',
    },
  ],
};

const shippingUpdate: JsonObject = {
  header: { blocks: [{ type: 'logo', alt: '{{ variables.shop.name }}' }] },
  blocks: [
    { type: 'heading', level: 1, align: 'center', text: 'It is on its way' },
    {
      type: 'text',
      align: 'center',
      html: '<p>{{ variables.shipment.carrier }} has your parcel{% if variables.shipment.eta %} and brings it by <b>{{ variables.shipment.eta | date: "full" }}</b>{% endif %}.</p>',
    },
    {
      type: 'coupon',
      label: 'Tracking number',
      code: '{{ variables.shipment.tracking_number }}',
    },
    { type: 'button', label: 'Follow the parcel', url: '{{ variables.shipment.url }}', fill: '#1f2933' },
    { type: 'spacer' },
    {
      type: 'items',
      source: 'variables.shipment.line_items',
      show: { price: false },
    },
    {
      type: 'html',
      html: '<ul><li>Nobody home? The driver tries again.</li><li>Something broken? <a href="mailto:help@shop.example">Tell us</a>.</li></ul>',
    },
  ],
  footer: { preset: FOOTER_PRESET },
  testVariables: {
    shop,
    shipment: {
      carrier: 'An Post',
      eta: '2026-11-20',
      tracking_number: 'RX 123 456 789 IE',
      url: 'https://track.example/RX123456789IE',
      line_items: [
        {
          title: 'Stoneware mug',
          variant_title: 'Moss green',
          quantity: 2,
          image: 'https://mail.test/files/mug.png',
        },
        { title: 'Oak serving board', quantity: 1, image: 'https://mail.test/files/mug.png' },
      ],
    },
  },
};

const abandonedCart: JsonObject = {
  global: {
    background: '#efe9e1',
    contentBackground: '#fffdf9',
    textColor: '#3b2f2a',
    linkColor: '#a3451f',
    fontFamily: 'georgia',
  },
  header: { blocks: [{ type: 'logo', alt: '{{ variables.shop.name }}' }] },
  blocks: [
    { type: 'heading', level: 1, text: 'You left something behind' },
    {
      type: 'text',
      html: '<p>Hello {{ variables.customer.first_name }}, your basket is still here. We keep it until {{ variables.cart.expires_at | date: "medium" }}.</p>',
    },
    {
      type: 'loop',
      source: 'variables.cart.items',
      as: 'product',
      limit: 3,
      blocks: [
        {
          type: 'columns',
          ratio: '1-2',
          valign: 'middle',
          stackOnMobile: false,
          columns: [
            {
              blocks: [{ type: 'image', url: '{{ product.image }}', alt: '{{ product.title }}', radius: 6 }],
            },
            {
              blocks: [
                { type: 'heading', level: 3, text: '{{ product.title }}' },
                { type: 'text', html: '<p>{{ product.price | money: "EUR" }}</p>' },
              ],
            },
          ],
        },
      ],
    },
    { type: 'button', label: 'Back to the basket', url: '{{ variables.cart.url }}', fullWidth: true },
    {
      type: 'coupon',
      label: '10 % off until Sunday',
      code: '{{ variables.discount.code }}',
      showIf: 'variables.discount.code',
    },
  ],
  footer: { preset: FOOTER_PRESET },
  testVariables: {
    shop,
    customer: { first_name: 'Mary' },
    discount: { code: 'COMEBACK10' },
    cart: {
      url: 'https://shop.example/cart/1',
      expires_at: '2026-11-30',
      items: [
        { title: 'Stoneware mug', price: '18.00', image: 'https://mail.test/files/mug.png' },
        { title: 'Oak serving board', price: '42.50', image: 'https://mail.test/files/mug.png' },
      ],
    },
  },
};

const newsletter: JsonObject = {
  header: {
    blocks: [
      { type: 'logo', alt: '{{ variables.shop.name }}' },
      {
        type: 'menu',
        items: [
          { label: 'New', url: 'https://shop.example/new' },
          { label: 'Kitchen', url: 'https://shop.example/kitchen' },
          { label: 'Sale', url: 'https://shop.example/sale' },
        ],
      },
    ],
  },
  blocks: [
    {
      type: 'image',
      fileKey: MUG,
      alt: 'The winter mugs',
      href: 'https://shop.example/new',
      padding: { start: 0, end: 0, top: 0 },
    },
    { type: 'heading', level: 1, align: 'center', text: 'The winter mugs are here' },
    {
      type: 'text',
      align: 'center',
      html: '<p>Thrown by hand, glazed in three colors, made to be held with both hands.</p>',
    },
    { type: 'button', label: 'See all three', url: 'https://shop.example/new' },
    {
      type: 'columns',
      ratio: '1-1-1',
      columns: ['Moss', 'Slate', 'Sand'].map((name) => ({
        blocks: [
          { type: 'image', fileKey: MUG, alt: name, radius: 4 },
          { type: 'heading', level: 4, align: 'center', text: name },
        ],
      })),
    },
    {
      type: 'heading',
      level: 3,
      text: 'From the workshop',
      background: '#14352a',
      color: '#ffffff',
      padding: { top: 24, bottom: 0 },
    },
    {
      type: 'text',
      html: '<p>We fire twice a week now. <a href="https://shop.example/journal">Read how</a>.</p>',
      background: '#14352a',
    },
    { type: 'video', url: 'https://shop.example/videos/kiln', fileKey: STILL, alt: 'Inside the kiln' },
    { type: 'text', hideOn: 'mobile', html: '<p><i>Visit us on Saturdays, 10 to 4.</i></p>' },
  ],
  footer: { preset: FOOTER_PRESET },
  testVariables: { shop },
};

export const layouts = {
  'order-confirmation': { design: example, previewText: 'Order {{ variables.order.name }} is in good hands' },
  'shipping-update': { design: shippingUpdate, previewText: '{{ variables.shipment.carrier }} has it' },
  'abandoned-cart': { design: abandonedCart, previewText: 'We keep it for you' },
  newsletter: { design: newsletter, previewText: 'Three colors, two hands' },
} as const;

/** A text layout: a letter, as one would write it by hand. */
export const letter = {
  previewText: 'Your order {{ variables.order.name }} is ready',
  body: `<p>Hello {{ variables.customer.first_name | default: "there" }},</p>
<p>your order <b>{{ variables.order.name }}</b> is ready. You can fetch it at our shop in Kiln Lane, or
<a href="{{ variables.order.status_url }}">have it sent to you</a>.</p>
<h2>What is in it</h2>
<table cellpadding="6" style="width:100%;border-collapse:collapse">
  <tr><th style="text-align:start">Item</th><th style="text-align:end">Price</th></tr>
  {% for item in variables.order.line_items %}
  <tr {% if forloop.last %}class="last"{% endif %}>
    <td>{{ item.quantity }} × {{ item.title }}</td>
    <td style="text-align:end">{{ item.price | money: variables.order.currency }}</td>
  </tr>
  {% endfor %}
</table>
<ul>
  <li>We are open from nine to six.</li>
  <li>Something broken? <a href="mailto:help@shop.example">Tell us</a>.</li>
</ul>
<p>Yours,<br>{{ variables.shop.name }}</p>
`,
  variables: {
    shop,
    customer: { first_name: 'Mary' },
    order: {
      name: '#1001',
      status_url: 'https://shop.example/o/1001',
      currency: 'EUR',
      line_items: [
        { title: 'Stoneware mug', quantity: 2, price: '18.00' },
        { title: 'Oak serving board with a handle', quantity: 1, price: '42.50' },
      ],
    },
  },
  footer: {
    html: 'You get this because you bought from us. <a href="https://mail.test/u">Unsubscribe</a><br>Oak &amp; Clay · 1 Kiln Lane · Cork',
    text: 'You get this because you bought from us. Unsubscribe: https://mail.test/u\nOak & Clay · 1 Kiln Lane · Cork',
  },
};
