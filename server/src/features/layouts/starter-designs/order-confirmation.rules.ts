import { button, closing, column, fact, heading, logo, looks, PALE, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

const amount = (name: string) => `{{ variables.order.${name} | money: variables.order.currency }}`;

export const orderConfirmation = starter({
  category: 'transactional',
  requires: ['order.name', 'order.status_url', 'order.created_at', 'order.subtotal', 'order.total'],
  texts: {
    en: {
      subject: 'Thank you for order {{ variables.order.name }}',
      previewText: 'We are getting it ready.',
      title: 'Thank you, {{ variables.customer.first_name | default: "friend" }}!',
      lead: 'Your order is with us and we are getting it ready. We will write again as soon as it is on its way.',
      view: 'View your order',
      number: 'Order',
      date: 'Placed on',
      payment: 'Paid with',
      ordered: 'What you ordered',
      subtotal: 'Subtotal',
      discount: 'Discount',
      shipping: 'Shipping',
      total: 'Total',
      address: 'Ships to',
      note: 'Your note',
      closing:
        'Questions? Reply to this mail or visit <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>.',
      sampleNote: 'Please leave it with the neighbours.',
    },
    de: {
      subject: 'Danke für Ihre Bestellung {{ variables.order.name }}',
      previewText: 'Wir machen sie gerade fertig.',
      title:
        'Danke{% if variables.customer.first_name != blank %}, {{ variables.customer.first_name }}{% endif %}!',
      lead: 'Ihre Bestellung ist bei uns angekommen, und wir machen sie fertig. Sobald sie unser Haus verlässt, schreiben wir Ihnen wieder.',
      view: 'Bestellung ansehen',
      number: 'Bestellung',
      date: 'Bestellt am',
      payment: 'Bezahlt mit',
      ordered: 'Das haben Sie bestellt',
      subtotal: 'Zwischensumme',
      discount: 'Rabatt',
      shipping: 'Versand',
      total: 'Gesamt',
      address: 'Lieferung an',
      note: 'Ihre Notiz',
      closing:
        'Fragen? Antworten Sie einfach auf diese E-Mail, oder besuchen Sie <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>.',
      sampleNote: 'Bitte bei den Nachbarn abgeben.',
    },
  },
  design: (t, { shop, customer, address, card, mug, board }) => ({
    global: looks.order,
    header: { blocks: [logo('start')] },
    blocks: [
      heading(t.title, 1, space(16, 4)),
      text(`<p>${t.lead}</p>`),
      button(t.view, '{{ variables.order.status_url }}', { align: 'start', ...space(6, 24) }),
      {
        type: 'columns',
        ratio: '1-1-1',
        background: PALE,
        columns: [
          fact(t.number, '{{ variables.order.name }}'),
          fact(t.date, '{{ variables.order.created_at | date: "medium" }}'),
          fact(t.payment, '{{ variables.order.payment }}', { showIf: 'variables.order.payment != blank' }),
        ],
      },
      heading(t.ordered, 2, space(24, 0)),
      { type: 'items', source: 'variables.order.line_items' },
      {
        type: 'summary',
        rows: [
          { label: t.subtotal, value: amount('subtotal') },
          { label: t.discount, value: `−${amount('discount')}`, showIf: 'variables.order.discount != blank' },
          { label: t.shipping, value: amount('shipping'), showIf: 'variables.order.shipping != blank' },
          { label: t.total, value: amount('total'), strong: true },
        ],
      },
      { type: 'divider' },
      {
        type: 'columns',
        padding: { top: 0, bottom: 20 },
        columns: [
          column(
            text(`<p><b>${t.address}</b><br>{{ variables.order.address | newline_to_br }}</p>`, {
              showIf: 'variables.order.address != blank',
            }),
          ),
          column(
            text(`<p><b>${t.note}</b><br>{{ variables.order.note }}</p>`, {
              showIf: 'variables.order.note != blank',
            }),
          ),
        ],
      },
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      order: {
        name: '#1001',
        created_at: '2026-11-02T10:15:00Z',
        status_url: 'https://shop.example/orders/1001',
        currency: 'EUR',
        line_items: [lineItem(mug, 2), lineItem(board, 1)],
        subtotal: '78.50',
        discount: '7.85',
        shipping: '4.90',
        total: '75.55',
        address,
        payment: card,
        note: t.sampleNote,
      },
    },
  }),
});
