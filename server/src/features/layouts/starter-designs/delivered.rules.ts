import { button, closing, column, heading, logo, looks, PALE, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const delivered = starter({
  category: 'transactional',
  requires: [
    'order.name',
    'order.status_url',
    'order.return_url',
    'order.return_until',
    'shipment.carrier',
    'shipment.delivered_on',
    'shop.support_url',
  ],
  texts: {
    en: {
      subject: 'Order {{ variables.order.name }} has arrived',
      previewText: 'We hope that everything is as you wished.',
      title: 'Your parcel has arrived',
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, {{ variables.shipment.carrier }} delivered order <b>{{ variables.order.name }}</b> on {{ variables.shipment.delivered_on | date: "long" }}.',
      place: 'Where it is',
      placeSample: 'With the neighbours, 14 Harbour Street',
      unpack: 'What is in it',
      faultTitle: 'Something broken or missing?',
      fault: 'Send us a photo within fourteen days. We will replace it and need nothing back.',
      faultLink: 'Tell us about it',
      returnTitle: 'Not quite right?',
      returns:
        'You have until {{ variables.order.return_until | date: "long" }} to send it back. The label is ready for you.',
      returnLink: 'Start a return',
      view: 'View your order',
      closing: 'Nothing there? Reply to this mail and we will look for it at once.',
    },
    de: {
      subject: 'Bestellung {{ variables.order.name }} ist angekommen',
      previewText: 'Wir hoffen, alles ist so, wie Sie es sich gewünscht haben.',
      title: 'Ihr Paket ist da',
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, {{ variables.shipment.carrier }} hat Bestellung <b>{{ variables.order.name }}</b> am {{ variables.shipment.delivered_on | date: "long" }} zugestellt.',
      place: 'Abgegeben',
      placeSample: 'Bei den Nachbarn, Hafenstraße 14',
      unpack: 'Zum Auspacken',
      faultTitle: 'Etwas fehlt oder ist kaputt?',
      fault:
        'Schicken Sie uns innerhalb von vierzehn Tagen ein Foto. Wir ersetzen es und brauchen nichts zurück.',
      faultLink: 'Problem melden',
      returnTitle: 'Passt doch nicht?',
      returns:
        'Bis zum {{ variables.order.return_until | date: "long" }} können Sie es zurückschicken. Das Etikett liegt schon bereit.',
      returnLink: 'Rücksendung beginnen',
      view: 'Bestellung ansehen',
      closing: 'Nichts angekommen? Antworten Sie auf diese E-Mail, und wir suchen sofort danach.',
    },
  },
  design: (t, { shop, customer, carrier, mug, board }) => {
    const help = (title: string, about: string, link: string, url: string) =>
      column(
        heading(title, 3, space(12, 0)),
        text(`<p>${about}</p><p><a href="${url}">${link}</a></p>`, { fontSize: 14, ...space(4, 12) }),
      );
    return {
      global: looks.order,
      header: { blocks: [logo('start')] },
      blocks: [
        heading(t.title, 1, space(16, 4)),
        text(`<p>${t.lead}</p>`),
        text(`<p><b>${t.place}:</b> {{ variables.shipment.place }}</p>`, {
          showIf: 'variables.shipment.place != blank',
        }),
        heading(t.unpack, 2, space(20, 0)),
        { type: 'items', source: 'variables.shipment.line_items', show: { price: false } },
        button(t.view, '{{ variables.order.status_url }}', { align: 'start', ...space(14, 28) }),
        {
          type: 'columns',
          background: PALE,
          columns: [
            help(t.faultTitle, t.fault, t.faultLink, '{{ variables.shop.support_url }}'),
            help(t.returnTitle, t.returns, t.returnLink, '{{ variables.order.return_url }}'),
          ],
        },
        { type: 'spacer', height: 16 },
      ],
      footer: closing(`<p>${t.closing}</p>`),
      testVariables: {
        shop: { ...shop, support_url: 'https://shop.example/help' },
        customer,
        order: {
          name: '#1001',
          status_url: 'https://shop.example/orders/1001',
          return_url: 'https://shop.example/orders/1001/return',
          return_until: '2026-12-05T12:00:00Z',
        },
        shipment: {
          carrier,
          delivered_on: '2026-11-05T14:20:00Z',
          place: t.placeSample,
          line_items: [lineItem(mug, 2), lineItem(board, 1)],
        },
      },
    };
  },
});
