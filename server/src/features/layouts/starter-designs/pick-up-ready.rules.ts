import { button, closing, column, heading, logo, looks, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const pickUpReady = starter({
  category: 'transactional',
  requires: ['order.name', 'pickup.until', 'pickup.code', 'pickup.address'],
  texts: {
    en: {
      subject: 'Order {{ variables.order.name }} is ready for you',
      previewText: 'Pick it up by {{ variables.pickup.until | date: "long" }}.',
      title: 'Ready when you are',
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, order <b>{{ variables.order.name }}</b> is waiting for you at the counter until <b>{{ variables.pickup.until | date: "long" }}</b>.',
      code: 'Show this number when you come',
      place: 'Where',
      hours: 'Open',
      sampleHours: 'Monday to Friday 10–18\nSaturday 10–16',
      route: 'Get directions',
      contents: 'What is waiting',
      closing: 'Somebody else may pick it up for you: give them the number above.',
    },
    de: {
      subject: 'Bestellung {{ variables.order.name }} liegt für Sie bereit',
      previewText: 'Abholen können Sie sie bis zum {{ variables.pickup.until | date: "long" }}.',
      title: 'Liegt für Sie bereit',
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, Bestellung <b>{{ variables.order.name }}</b> liegt bis zum <b>{{ variables.pickup.until | date: "long" }}</b> an der Theke für Sie bereit.',
      code: 'Zeigen Sie beim Abholen diese Nummer',
      place: 'Wo',
      hours: 'Geöffnet',
      sampleHours: 'Montag bis Freitag 10–18 Uhr\nSamstag 10–16 Uhr',
      route: 'Route anzeigen',
      contents: 'Das wartet auf Sie',
      closing: 'Es kann auch jemand anderes für Sie abholen: Geben Sie einfach die Nummer weiter.',
    },
  },
  design: (t, { shop, customer, address, mug, candles }) => ({
    global: looks.order,
    header: { blocks: [logo()] },
    blocks: [
      heading(t.title, 1, { align: 'center', ...space(20, 4) }),
      text(`<p>${t.lead}</p>`, { align: 'center', ...space(10, 16) }),
      { type: 'coupon', code: '{{ variables.pickup.code }}', label: t.code },
      {
        type: 'columns',
        padding: { top: 12, bottom: 4 },
        columns: [
          column(text(`<p><b>${t.place}</b><br>{{ variables.pickup.address | newline_to_br }}</p>`)),
          column(
            text(`<p><b>${t.hours}</b><br>{{ variables.pickup.hours | newline_to_br }}</p>`, {
              showIf: 'variables.pickup.hours != blank',
            }),
          ),
        ],
      },
      button(t.route, '{{ variables.pickup.map_url }}', {
        showIf: 'variables.pickup.map_url != blank',
        ...space(6, 20),
      }),
      { type: 'divider' },
      heading(t.contents, 2, space(10, 0)),
      {
        type: 'items',
        source: 'variables.order.line_items',
        show: { price: false },
        padding: { top: 10, bottom: 28 },
      },
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      order: { name: '#1001', line_items: [lineItem(mug, 2), lineItem(candles, 1)] },
      pickup: {
        code: '48 21 07',
        until: '2026-11-12T18:00:00Z',
        address: `${shop.name}\n${address.split('\n').slice(1).join('\n')}`,
        hours: t.sampleHours,
        map_url: 'https://shop.example/find-us',
      },
    },
  }),
});
