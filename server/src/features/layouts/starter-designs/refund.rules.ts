import { button, closing, heading, logo, looks, PALE, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

const amount = (name: string) => `{{ variables.refund.${name} | money: variables.order.currency }}`;

export const refund = starter({
  category: 'transactional',
  requires: ['order.name', 'order.status_url', 'refund.total', 'refund.subtotal', 'refund.payment'],
  texts: {
    en: {
      subject: 'Your refund for order {{ variables.order.name }}',
      previewText: `${amount('total')} is on its way back to you.`,
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, we have your return for order <b>{{ variables.order.name }}</b>, and your money is on its way back to you.',
      refunded: 'Refunded to {{ variables.refund.payment }}',
      when: 'Banks take up to five working days until it shows in your account.',
      returned: 'What came back',
      articles: 'Articles',
      shipping: 'Shipping',
      fee: 'Return fee',
      total: 'Refunded',
      view: 'View your order',
      closing: 'A figure looks wrong? Reply to this mail and one of us will look into it.',
    },
    de: {
      subject: 'Ihre Erstattung für Bestellung {{ variables.order.name }}',
      previewText: `${amount('total')} sind auf dem Weg zu Ihnen.`,
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, Ihre Rücksendung zu Bestellung <b>{{ variables.order.name }}</b> ist bei uns angekommen, und Ihr Geld ist auf dem Weg zu Ihnen.',
      refunded: 'Erstattet auf {{ variables.refund.payment }}',
      when: 'Bis der Betrag auf Ihrem Konto zu sehen ist, brauchen Banken bis zu fünf Werktage.',
      returned: 'Das kam zurück',
      articles: 'Artikel',
      shipping: 'Versand',
      fee: 'Rücksendegebühr',
      total: 'Erstattet',
      view: 'Bestellung ansehen',
      closing: 'Eine Zahl stimmt nicht? Antworten Sie auf diese E-Mail, und wir sehen nach.',
    },
  },
  design: (t, { shop, customer, card, board }) => ({
    global: looks.order,
    header: { blocks: [logo()] },
    blocks: [
      text(`<p>${t.refunded}</p>`, {
        ...{ align: 'center', background: PALE, fontSize: 14 },
        ...space(28, 0),
      }),
      heading(amount('total'), 1, { align: 'center', background: PALE, ...space(2, 28) }),
      text(`<p>${t.lead}</p><p>${t.when}</p>`, space(24, 10)),
      heading(t.returned, 2, space(14, 0)),
      { type: 'items', source: 'variables.refund.line_items' },
      {
        type: 'summary',
        rows: [
          { label: t.articles, value: amount('subtotal') },
          { label: t.shipping, value: amount('shipping'), showIf: 'variables.refund.shipping != blank' },
          { label: t.fee, value: `−${amount('fee')}`, showIf: 'variables.refund.fee != blank' },
          { label: t.total, value: amount('total'), strong: true },
        ],
      },
      button(t.view, '{{ variables.order.status_url }}', { align: 'start', ...space(14, 28) }),
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      order: { name: '#1001', currency: 'EUR', status_url: 'https://shop.example/orders/1001' },
      refund: {
        line_items: [lineItem(board, 1)],
        subtotal: '42.50',
        shipping: '4.90',
        fee: '',
        total: '47.40',
        payment: card,
      },
    },
  }),
});
