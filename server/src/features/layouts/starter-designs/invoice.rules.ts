import { button, closing, column, fact, heading, logo, looks, PALE, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

const amount = (name: string) => `{{ variables.invoice.${name} | money: variables.order.currency }}`;

export const invoice = starter({
  category: 'transactional',
  requires: [
    'order.name',
    'invoice.number',
    'invoice.date',
    'invoice.due_on',
    'invoice.net',
    'invoice.tax_rate',
    'invoice.tax',
    'invoice.total',
    'invoice.address',
    'invoice.pdf_url',
  ],
  texts: {
    en: {
      subject: 'Invoice {{ variables.invoice.number }} for order {{ variables.order.name }}',
      previewText: `${amount('total')}, due on {{ variables.invoice.due_on | date: "long" }}.`,
      title: 'Invoice {{ variables.invoice.number }}',
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, thank you for your order. The invoice is attached to this mail as a PDF; this is what it says.',
      date: 'Date',
      due: 'Due on',
      total: 'Total',
      net: 'Net',
      tax: 'VAT {{ variables.invoice.tax_rate }}%',
      billed: 'Billed to',
      pay: 'How to pay',
      paid: 'Paid already. There is nothing left to do.',
      transfer: 'Reference: {{ variables.invoice.number }}',
      online: 'Pay online',
      file: 'Invoice {{ variables.invoice.number }}.pdf',
      closing: 'Do you need another address on it? Reply to this mail and we will change it.',
    },
    de: {
      subject: 'Rechnung {{ variables.invoice.number }} zu Bestellung {{ variables.order.name }}',
      previewText: `${amount('total')}, fällig am {{ variables.invoice.due_on | date: "long" }}.`,
      title: 'Rechnung {{ variables.invoice.number }}',
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, danke für Ihre Bestellung. Die Rechnung hängt als PDF an dieser E-Mail; das Wichtigste daraus:',
      date: 'Datum',
      due: 'Fällig am',
      total: 'Gesamt',
      net: 'Netto',
      tax: 'USt. {{ variables.invoice.tax_rate }}\u00a0%',
      billed: 'Rechnung an',
      pay: 'So bezahlen Sie',
      paid: 'Schon bezahlt. Sie müssen nichts weiter tun.',
      transfer: 'Verwendungszweck: {{ variables.invoice.number }}',
      online: 'Online bezahlen',
      file: 'Rechnung {{ variables.invoice.number }}.pdf',
      closing:
        'Soll eine andere Anschrift darauf stehen? Antworten Sie auf diese E-Mail, und wir ändern sie.',
    },
  },
  design: (t, { shop, customer, address, mug, board }) => ({
    global: looks.order,
    header: { blocks: [logo('start')] },
    blocks: [
      heading(t.title, 1, space(16, 4)),
      text(`<p>${t.lead}</p>`, space(10, 20)),
      {
        type: 'columns',
        ratio: '1-1-1',
        background: PALE,
        columns: [
          fact(t.date, '{{ variables.invoice.date | date: "medium" }}'),
          fact(t.due, '{{ variables.invoice.due_on | date: "medium" }}'),
          fact(t.total, amount('total')),
        ],
      },
      { type: 'items', source: 'variables.order.line_items', show: { image: false }, ...space(16, 10) },
      {
        type: 'summary',
        rows: [
          { label: t.net, value: amount('net') },
          { label: t.tax, value: amount('tax') },
          { label: t.total, value: amount('total'), strong: true },
        ],
      },
      {
        type: 'conditional',
        if: 'variables.invoice.is_paid',
        blocks: [text(`<p><b>${t.paid}</b></p>`, space(16, 16))],
        else: [
          button(t.online, '{{ variables.invoice.pay_url }}', {
            ...{ align: 'start', showIf: 'variables.invoice.pay_url != blank' },
            ...space(14, 14),
          }),
        ],
      },
      { type: 'divider' },
      {
        type: 'columns',
        padding: { top: 0, bottom: 20 },
        columns: [
          column(text(`<p><b>${t.billed}</b><br>{{ variables.invoice.address | newline_to_br }}</p>`)),
          column(
            text(`<p><b>${t.pay}</b><br>{{ variables.invoice.bank | newline_to_br }}<br>${t.transfer}</p>`, {
              showIf: 'variables.invoice.is_paid != true and variables.invoice.bank != blank',
            }),
          ),
        ],
      },
      // Shops send the address whole, but how it begins has to stand in the design.
      {
        type: 'attachment',
        url: 'https://{{ variables.invoice.pdf_url | remove_first: "https://" }}',
        filename: t.file,
      },
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      order: { name: '#1001', currency: 'EUR', line_items: [lineItem(mug, 2), lineItem(board, 1)] },
      invoice: {
        number: 'R-2026-1042',
        date: '2026-11-02T10:15:00Z',
        due_on: '2026-11-16T10:15:00Z',
        net: '65.97',
        tax_rate: 19,
        tax: '12.53',
        total: '78.50',
        is_paid: false,
        pay_url: 'https://shop.example/invoices/1042/pay',
        pdf_url: 'https://shop.example/invoices/1042.pdf',
        address,
        bank: `${shop.name}\nIBAN DE02 1203 0000 0000 2020 51`,
      },
    },
  }),
});
