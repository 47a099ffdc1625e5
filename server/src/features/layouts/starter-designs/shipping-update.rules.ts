import { button, closing, heading, logo, looks, PALE, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const shippingUpdate = starter({
  category: 'transactional',
  requires: [
    'order.name',
    'shipment.carrier',
    'shipment.expected_on',
    'shipment.tracking_url',
    'shipment.tracking_number',
  ],
  texts: {
    en: {
      subject: 'Order {{ variables.order.name }} is on its way',
      previewText: 'Expected on {{ variables.shipment.expected_on | date: "long" }}.',
      title: 'Your parcel is on its way',
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, we handed order <b>{{ variables.order.name }}</b> to {{ variables.shipment.carrier }} today.',
      expected: 'Expected on',
      track: 'Track your parcel',
      number: 'Tracking number',
      contents: 'In this parcel',
      address: 'Delivered to',
      closing: 'Nobody at home that day? Reply to this mail and we will find another one.',
    },
    de: {
      subject: 'Bestellung {{ variables.order.name }} ist unterwegs',
      previewText: 'Erwartet am {{ variables.shipment.expected_on | date: "long" }}.',
      title: 'Ihr Paket ist unterwegs',
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, wir haben Bestellung <b>{{ variables.order.name }}</b> heute an {{ variables.shipment.carrier }} übergeben.',
      expected: 'Erwartet am',
      track: 'Paket verfolgen',
      number: 'Sendungsnummer',
      contents: 'In diesem Paket',
      address: 'Lieferung an',
      closing: 'An dem Tag ist niemand da? Antworten Sie auf diese E-Mail, und wir finden einen anderen.',
    },
  },
  design: (t, { shop, customer, address, carrier, mug, board }) => ({
    global: looks.order,
    header: { blocks: [logo()] },
    blocks: [
      heading(t.title, 1, { align: 'center', ...space(20, 4) }),
      text(`<p>${t.lead}</p>`, { align: 'center', ...space(10, 20) }),
      text(
        `<p><span style="font-size:14px">${t.expected}</span><br><b style="font-size:22px">{{ variables.shipment.expected_on | date: "long" }}</b></p>`,
        { align: 'center', background: PALE, ...space(20, 20) },
      ),
      button(t.track, '{{ variables.shipment.tracking_url }}', space(24, 6)),
      text(`<p>${t.number} {{ variables.shipment.tracking_number }}</p>`, {
        ...{ align: 'center', fontSize: 13 },
      }),
      { type: 'divider' },
      heading(t.contents, 2, space(10, 0)),
      { type: 'items', source: 'variables.shipment.line_items', show: { price: false } },
      text(`<p><b>${t.address}</b><br>{{ variables.shipment.address | newline_to_br }}</p>`, {
        showIf: 'variables.shipment.address != blank',
        ...space(16, 28),
      }),
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      order: { name: '#1001' },
      shipment: {
        carrier,
        expected_on: '2026-11-05T12:00:00Z',
        tracking_url: 'https://shop.example/track/CE418829315',
        tracking_number: 'CE418829315',
        address,
        line_items: [lineItem(mug, 2), lineItem(board, 1)],
      },
    },
  }),
});
