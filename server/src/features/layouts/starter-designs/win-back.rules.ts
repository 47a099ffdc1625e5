import { button, closing, heading, logo, looks, NIGHT, offered, space, text } from './parts.rules.ts';
import { product } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const winBack = starter({
  category: 'marketing',
  requires: ['discount.code', 'discount.label', 'discount.ends_on'],
  texts: {
    en: {
      subject: 'It has been a while, {{ variables.customer.first_name | default: "friend" }}',
      previewText: 'What is new since then, and {{ variables.discount.label }} for you.',
      title: 'It has been a while',
      lead: 'A lot has been added since your last visit. If you would like to look around: here is something for the way.',
      offer: '{{ variables.discount.label }}, until {{ variables.discount.ends_on | date: "long" }}',
      see: 'See what is new',
      since: 'New since you were here',
      look: 'Look at it',
      closing:
        'You get this mail because you bought something from <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a>. If you would rather not hear from us, you can unsubscribe below, and there are no hard feelings.',
      sampleLabel: '15% off',
      sampleCode: 'HELLO15',
    },
    de: {
      subject:
        'Lange nicht gesehen{% if variables.customer.first_name != blank %}, {{ variables.customer.first_name }}{% endif %}',
      previewText: 'Was seitdem neu ist, und {{ variables.discount.label }} für Sie.',
      title: 'Lange nicht gesehen',
      lead: 'Seit Ihrem letzten Besuch ist viel dazugekommen. Wenn Sie sich umsehen möchten: Hier ist etwas für den Weg.',
      offer: '{{ variables.discount.label }} bis zum {{ variables.discount.ends_on | date: "long" }}',
      see: 'Neues ansehen',
      since: 'Neu, seit Sie da waren',
      look: 'Ansehen',
      closing:
        'Sie bekommen diese E-Mail, weil Sie bei <a href="{{ variables.shop.url }}">{{ variables.shop.name }}</a> eingekauft haben. Wenn Sie lieber nichts mehr von uns hören möchten, können Sie sich unten abmelden. Wir nehmen es Ihnen nicht übel.',
      sampleLabel: '15\u00a0% Rabatt',
      sampleCode: 'HALLO15',
    },
  },
  design: (t, { shop, customer, plate, mug, runner }) => ({
    global: looks.letter,
    header: { blocks: [logo()] },
    blocks: [
      heading(t.title, 1, { align: 'center', background: NIGHT, ...space(48, 8) }),
      text(`<p>${t.lead}</p>`, {
        ...{ align: 'center', background: NIGHT },
        padding: { top: 0, bottom: 16, start: 48, end: 48 },
      }),
      {
        type: 'coupon',
        code: '{{ variables.discount.code }}',
        label: t.offer,
        background: NIGHT,
        padding: { top: 8, bottom: 8, start: 40, end: 40 },
      },
      button(t.see, '{{ variables.shop.url }}/new', { background: NIGHT, ...space(12, 48) }),
      heading(t.since, 2, space(28, 4)),
      {
        type: 'loop',
        source: 'variables.products',
        as: 'product',
        limit: 4,
        blocks: offered(t.look, 'variables.currency'),
      },
      { type: 'spacer' },
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      customer,
      currency: 'EUR',
      discount: { code: t.sampleCode, label: t.sampleLabel, ends_on: '2026-11-30T22:00:00Z' },
      products: [product(plate), product(mug), product(runner)],
    },
  }),
});
