import { button, heading, logo, looks, offered, PALE, space, text } from './parts.rules.ts';
import { product } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const newsletter = starter({
  category: 'marketing',
  requires: ['issue.title', 'issue.intro'],
  texts: {
    en: {
      subject: '{{ variables.issue.title }}',
      previewText: '{{ variables.issue.intro }}',
      menu: { fresh: 'New', kitchen: 'Kitchen', table: 'Table' },
      see: 'See what is new',
      picked: 'Picked for you',
      look: 'Look at it',
      sampleTitle: 'A table for long evenings',
      sampleIntro:
        'Candles, linen and the new plates from our autumn firing: what we put on our own table this month.',
      sampleCode: 'AUTUMN10',
      sampleOffer: '10% off until Sunday',
    },
    de: {
      subject: '{{ variables.issue.title }}',
      previewText: '{{ variables.issue.intro }}',
      menu: { fresh: 'Neu', kitchen: 'Küche', table: 'Tisch' },
      see: 'Neuheiten ansehen',
      picked: 'Für Sie ausgesucht',
      look: 'Ansehen',
      sampleTitle: 'Ein Tisch für lange Abende',
      sampleIntro:
        'Kerzen, Leinen und die neuen Teller aus unserem Herbstbrand: was in diesem Monat auf unserem eigenen Tisch steht.',
      sampleCode: 'HERBST10',
      sampleOffer: '10\u00a0% Rabatt bis Sonntag',
    },
  },
  design: (t, { shop, plate, runner, candles }) => ({
    global: looks.letter,
    header: {
      blocks: [
        logo(),
        {
          type: 'menu',
          items: [
            { label: t.menu.fresh, url: '{{ variables.shop.url }}/new' },
            { label: t.menu.kitchen, url: '{{ variables.shop.url }}/kitchen' },
            { label: t.menu.table, url: '{{ variables.shop.url }}/table' },
          ],
          padding: { top: 0, bottom: 12 },
        },
      ],
    },
    blocks: [
      {
        type: 'image',
        showIf: 'variables.issue.image_url != blank',
        url: '{{ variables.issue.image_url }}',
        alt: '{{ variables.issue.title }}',
        padding: { top: 0, bottom: 0, start: 0, end: 0 },
      },
      heading('{{ variables.issue.title }}', 1, { align: 'center', background: PALE, ...space(44, 8) }),
      text('<p>{{ variables.issue.intro }}</p>', { align: 'center', background: PALE, ...space(0, 8) }),
      button(t.see, '{{ variables.shop.url }}/new', { background: PALE, ...space(12, 44) }),
      heading(t.picked, 2, space(28, 4)),
      {
        type: 'loop',
        source: 'variables.products',
        as: 'product',
        limit: 6,
        blocks: offered(t.look, 'variables.currency'),
      },
      {
        type: 'coupon',
        showIf: 'variables.discount.code != blank',
        code: '{{ variables.discount.code }}',
        label: '{{ variables.discount.label | default: "" }}',
        padding: { top: 28, bottom: 28 },
      },
    ],
    testVariables: {
      shop,
      currency: 'EUR',
      issue: { title: t.sampleTitle, intro: t.sampleIntro, image_url: '' },
      products: [product(plate), product(runner), product(candles)],
      discount: { code: t.sampleCode, label: t.sampleOffer },
    },
  }),
});
