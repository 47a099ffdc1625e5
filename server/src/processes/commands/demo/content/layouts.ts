import { starterDesigns } from '../../../../features/layouts/starter-designs/starter-designs.rules.ts';
import type { JsonObject } from '../../../../kernel/json.ts';
import { shop } from './shop.ts';

/** A layout of the shop as `create_email_template` takes it. */
export interface DemoLayout {
  key: string;
  content: JsonObject & { subject: string; previewText: string };
  /** A later change, which makes a version. */
  changed?: JsonObject;
}

const names: Readonly<Record<string, [name: string, description: string]>> = {
  'order-confirmation': ['Order confirmation', 'Sent once an order is paid.'],
  'shipping-update': ['Shipping update', 'Sent when the parcel has left.'],
  welcome: ['Welcome', 'Sent to whoever opens an account.'],
  newsletter: ['Newsletter of the month', 'Every second Sunday, at five.'],
  'back-in-stock': ['Back in stock', 'For those who asked to be told.'],
};

const changes: Readonly<Record<string, JsonObject>> = {
  'order-confirmation': { previewText: 'We are getting it ready for you.' },
  welcome: { subject: 'Welcome to {{ variables.shop.name }}, {{ variables.customer.first_name }}' },
};

/** The design with test variables that are about this shop. */
export function inTheNameOfTheShop({ testVariables, ...design }: JsonObject): JsonObject {
  return { ...design, testVariables: { ...(testVariables as JsonObject), shop } };
}

/**
 * The starter designs that a shop of this size works with. They require nothing: some samples lack a variable, to show
 * what becomes of such a mail.
 */
const fromStarters: DemoLayout[] = starterDesigns.en.flatMap((starter) => {
  const { key, bodyDesign, requiredVariables: _, ...content } = starter;
  const [name, description] = names[key] ?? [];
  if (name === undefined || description === undefined) return [];
  return {
    key,
    content: { ...content, name, description, bodyDesign: inTheNameOfTheShop(bodyDesign) },
    ...(changes[key] && { changed: changes[key] }),
  };
});

/** Blocks that layouts share. */
export const presets = {
  header: {
    name: 'Logo and shop',
    blocks: [
      { type: 'logo', alt: shop.name, href: shop.url, padding: { top: 28, bottom: 4 } },
      {
        type: 'menu',
        items: [
          { label: 'New', url: `${shop.url}/new` },
          { label: 'Kitchen', url: `${shop.url}/kitchen` },
          { label: 'Table', url: `${shop.url}/table` },
        ],
      },
    ],
  },
  footer: {
    name: 'Opening hours',
    blocks: [
      { type: 'divider' },
      {
        type: 'text',
        align: 'center',
        fontSize: 13,
        html: '<p>4 Harbour Lane, Cork<br>Monday to Saturday, 10 to 6</p>',
      },
    ],
  },
};

/** A design with the shared header and footer. */
export const reminder = (header: string, footer: string): DemoLayout => ({
  key: 'reminder',
  content: {
    name: 'Basket reminder',
    description: 'A day after somebody left without paying. Once, and never again.',
    category: 'marketing',
    subject: 'Still thinking about it?',
    previewText: 'Your basket is where you left it.',
    bodyDesign: {
      global: { linkColor: '#0b6e4f' },
      header: { preset: header },
      blocks: [
        {
          type: 'heading',
          level: 1,
          text: 'Your basket is still here, {{ variables.customer.first_name | default: "friend" }}',
        },
        {
          type: 'text',
          html: '<p>We keep it for three days. Whatever is in it then goes back on the shelf.</p>',
        },
        { type: 'items', source: 'variables.basket.line_items' },
        { type: 'button', label: 'Back to your basket', url: '{{ variables.basket.url }}' },
      ],
      footer: { preset: footer },
      testVariables: {
        shop,
        customer: { first_name: 'Mary' },
        basket: {
          url: `${shop.url}/basket`,
          line_items: [{ title: 'Linen runner', variant_title: 'Sand', quantity: 1, price: '38.00' }],
        },
      },
    },
  },
});

/** One that is written as HTML. */
const pickUp: DemoLayout = {
  key: 'pick-up',
  content: {
    name: 'Pick-up note',
    description: 'For orders that are collected in the shop.',
    bodyType: 'text',
    subject: 'Order {{ variables.order.name }} is ready',
    previewText: 'Come by until six.',
    body:
      '<p>Hello {{ variables.customer.first_name | default: "there" }},</p>\n' +
      '<p>order <b>{{ variables.order.name }}</b> is waiting at the counter. We are there until six.</p>\n' +
      `<p>${shop.name}, 4 Harbour Lane</p>\n`,
  },
};

export const layouts: readonly DemoLayout[] = [...fromStarters, pickUp];

/** One that nobody needs any more; it is in the trash. */
export const deletedLayout = {
  name: 'Summer sale',
  category: 'marketing',
  subject: 'Up to 30 % off until Sunday',
  bodyDesign: { blocks: [{ type: 'heading', level: 1, text: 'Summer is over soon' }] },
};
