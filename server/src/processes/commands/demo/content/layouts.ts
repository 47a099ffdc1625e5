import { starterDesigns } from '../../../../features/layouts/starter-designs/starter-designs.rules.ts';
import type { JsonObject } from '../../../../kernel/json.ts';
import { shop } from './shop.ts';

/** A layout of the shop, as input for `create_email_template`. */
export interface DemoLayout {
  key: string;
  content: JsonObject & { subject: string; previewText: string };
  /** A later change, which creates a version. */
  changed?: JsonObject;
}

const names: Readonly<Record<string, [name: string, description: string]>> = {
  'order-confirmation': ['Order confirmation', 'Sent when an order is paid.'],
  'shipping-update': ['Shipping update', 'Sent when an order ships.'],
  welcome: ['Welcome', 'Sent to new customers.'],
  newsletter: ['Newsletter', 'Sent every second Sunday at 5 pm.'],
  'back-in-stock': ['Back in stock', 'For customers who asked to be notified.'],
};

const changes: Readonly<Record<string, JsonObject>> = {
  'order-confirmation': { previewText: 'We’re getting it ready for you.' },
  welcome: { subject: 'Welcome to {{ variables.shop.name }}, {{ variables.customer.first_name }}' },
};

/** The design with test variables for this shop. */
export function withShopTestVariables({ testVariables, ...design }: JsonObject): JsonObject {
  return { ...design, testVariables: { ...(testVariables as JsonObject), shop } };
}

/**
 * The starter designs that a shop of this size uses. They have no required variables: some samples lack one,
 * to show what happens to such an email.
 */
const fromStarters: DemoLayout[] = starterDesigns.en.flatMap((starter) => {
  const { key, bodyDesign, requiredVariables: _, ...content } = starter;
  const [name, description] = names[key] ?? [];
  if (name === undefined || description === undefined) return [];
  return {
    key,
    content: { ...content, name, description, bodyDesign: withShopTestVariables(bodyDesign) },
    ...(changes[key] && { changed: changes[key] }),
  };
});

/** Blocks that layouts share. */
export const presets = {
  header: {
    name: 'Logo and menu',
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
        html: '<p>4 Harbour Lane, Cork<br>Monday to Saturday, 10 am – 6 pm</p>',
      },
    ],
  },
};

/** A design with the shared header and footer. */
export const reminder = (header: string, footer: string): DemoLayout => ({
  key: 'reminder',
  content: {
    name: 'Cart reminder',
    description: 'Sent once, a day after a customer leaves without paying.',
    category: 'marketing',
    subject: 'Still thinking about it?',
    previewText: 'Your cart is just as you left it.',
    bodyDesign: {
      global: { linkColor: '#0b6e4f' },
      header: { preset: header },
      blocks: [
        {
          type: 'heading',
          level: 1,
          text: 'Your cart is still here{% if variables.customer.first_name != blank %}, {{ variables.customer.first_name }}{% endif %}',
        },
        {
          type: 'text',
          html: '<p>We’ll save it for three days. After that, we can’t guarantee that everything is still in stock.</p>',
        },
        { type: 'items', source: 'variables.basket.line_items' },
        { type: 'button', label: 'Return to your cart', url: '{{ variables.basket.url }}' },
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

/** A layout written as HTML. */
const pickUp: DemoLayout = {
  key: 'pick-up',
  content: {
    name: 'Ready for pickup',
    description: 'For orders that customers pick up in the store.',
    bodyType: 'text',
    subject: 'Order {{ variables.order.name }} is ready',
    previewText: 'Pick it up by 6 pm.',
    body:
      '<p>Hello {{ variables.customer.first_name | default: "there" }},</p>\n' +
      '<p>Your order <b>{{ variables.order.name }}</b> is waiting at the counter. We’re open until 6 pm.</p>\n' +
      `<p>${shop.name}, 4 Harbour Lane</p>\n`,
  },
};

export const layouts: readonly DemoLayout[] = [...fromStarters, pickUp];

/** A layout that is no longer needed; it is in the trash. */
export const deletedLayout = {
  name: 'Summer sale',
  category: 'marketing',
  subject: 'Up to 30% off until Sunday',
  bodyDesign: { blocks: [{ type: 'heading', level: 1, text: 'Summer is almost over' }] },
};
