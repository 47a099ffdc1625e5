import { button, closing, heading, logo, looks, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const abandonedCart = starter({
  category: 'marketing',
  requires: ['cart.url', 'cart.subtotal'],
  texts: {
    en: {
      subject: 'Your basket is where you left it',
      previewText: 'We keep it for you for three days.',
      title: 'You left something behind',
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, your basket is just as you left it. We keep it for three days; after that its articles go back on the shelf.',
      subtotal: 'Subtotal',
      back: 'Back to your basket',
      shipping: 'Shipping is worked out at the checkout.',
      help: 'Did something get in the way? Reply to this mail, and we will answer within a day.',
    },
    de: {
      subject: 'Ihr Warenkorb ist noch da',
      previewText: 'Drei Tage heben wir ihn für Sie auf.',
      title: 'Sie haben etwas vergessen',
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, Ihr Warenkorb ist noch so, wie Sie ihn verlassen haben. Drei Tage heben wir ihn auf; danach kommen die Artikel zurück ins Regal.',
      subtotal: 'Zwischensumme',
      back: 'Zum Warenkorb',
      shipping: 'Der Versand wird an der Kasse berechnet.',
      help: 'Ist etwas dazwischengekommen? Antworten Sie auf diese E-Mail, und wir melden uns innerhalb eines Tages.',
    },
  },
  design: (t, { shop, customer, runner, candles }) => ({
    global: looks.shop,
    header: { blocks: [logo()] },
    blocks: [
      heading(t.title, 1, { align: 'center', ...space(20, 4) }),
      text(`<p>${t.lead}</p>`, { align: 'center', ...space(10, 20) }),
      { type: 'items', source: 'variables.cart.line_items', currency: 'variables.cart.currency' },
      {
        type: 'summary',
        rows: [
          {
            label: t.subtotal,
            value: '{{ variables.cart.subtotal | money: variables.cart.currency }}',
          },
        ],
        padding: { top: 0, bottom: 10 },
      },
      button(t.back, '{{ variables.cart.url }}', { fullWidth: true, ...space(10, 4) }),
      text(`<p>${t.shipping}</p>`, { align: 'center', fontSize: 13, ...space(4, 28) }),
    ],
    footer: closing(`<p>${t.help}</p>`),
    testVariables: {
      shop,
      customer,
      cart: {
        url: 'https://shop.example/cart/c41',
        currency: 'EUR',
        line_items: [lineItem(runner, 1), lineItem(candles, 2)],
        subtotal: '71.00',
      },
    },
  }),
});
