import { button, closing, heading, logo, looks, PALE, promise, space, text } from './parts.rules.ts';
import { lineItem } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const abandonedCartOffer = starter({
  category: 'marketing',
  requires: ['cart.url', 'discount.code', 'discount.label', 'discount.ends_on'],
  texts: {
    en: {
      subject: 'For your basket: {{ variables.discount.label }}',
      previewText: 'Until {{ variables.discount.ends_on | date: "long" }}, and then it is gone.',
      kicker: 'A little help to decide',
      title: 'For your basket: {{ variables.discount.label }}',
      ends: 'Until {{ variables.discount.ends_on | date: "full" }}',
      take: 'Use the code',
      waiting: 'What is waiting for you',
      free: { title: 'Free from € 60', about: 'Then we pay for the parcel.' },
      returns: { title: 'Thirty days', about: 'Send back what does not suit you.' },
      people: { title: 'People who answer', about: 'Monday to Saturday, from ten to six.' },
      closing: 'This is the last time we write about this basket.',
      sampleLabel: '10% off',
      sampleCode: 'BASKET10',
    },
    de: {
      subject: 'Für Ihren Warenkorb: {{ variables.discount.label }}',
      previewText: 'Bis zum {{ variables.discount.ends_on | date: "long" }}, danach nicht mehr.',
      kicker: 'Eine kleine Entscheidungshilfe',
      title: 'Für Ihren Warenkorb: {{ variables.discount.label }}',
      ends: 'Bis {{ variables.discount.ends_on | date: "full" }}',
      take: 'Code einlösen',
      waiting: 'Das wartet auf Sie',
      free: { title: 'Frei ab 60 €', about: 'Dann zahlen wir den Versand.' },
      returns: { title: 'Dreißig Tage', about: 'Schicken Sie zurück, was nicht passt.' },
      people: { title: 'Menschen am Telefon', about: 'Montag bis Samstag von zehn bis sechs.' },
      closing: 'Zu diesem Warenkorb schreiben wir Ihnen nicht noch einmal.',
      sampleLabel: '10\u00a0% Rabatt',
      sampleCode: 'KORB10',
    },
  },
  design: (t, { shop, runner, candles }) => ({
    global: looks.shop,
    header: { blocks: [logo()] },
    blocks: [
      text(`<p>${t.kicker}</p>`, {
        ...{ align: 'center', background: PALE, fontSize: 14 },
        ...space(36, 0),
      }),
      heading(t.title, 1, { align: 'center', background: PALE, ...space(4, 12) }),
      {
        type: 'coupon',
        code: '{{ variables.discount.code }}',
        label: t.ends,
        background: PALE,
        padding: { top: 10, bottom: 10, start: 40, end: 40 },
      },
      button(t.take, '{{ variables.cart.url }}', { background: PALE, ...space(10, 36) }),
      heading(t.waiting, 2, space(24, 0)),
      {
        type: 'items',
        source: 'variables.cart.line_items',
        currency: 'variables.cart.currency',
        padding: { top: 10, bottom: 16 },
      },
      {
        type: 'columns',
        ratio: '1-1-1',
        padding: { top: 8, bottom: 24 },
        columns: [promise(t.free), promise(t.returns), promise(t.people)],
      },
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      cart: {
        url: 'https://shop.example/cart/c41',
        currency: 'EUR',
        line_items: [lineItem(runner, 1), lineItem(candles, 2)],
      },
      discount: { code: t.sampleCode, label: t.sampleLabel, ends_on: '2026-11-08T22:00:00Z' },
    },
  }),
});
