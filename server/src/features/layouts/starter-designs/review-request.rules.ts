import { button, closing, column, heading, logo, looks, space, text } from './parts.rules.ts';
import { product } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const reviewRequest = starter({
  category: 'marketing',
  requires: ['order.name', 'shop.support_url'],
  texts: {
    en: {
      subject: 'How do you like it?',
      previewText: 'Two sentences help others to choose.',
      title: 'How do you like it?',
      lead: 'Hello {{ variables.customer.first_name | default: "there" }}, you have had order <b>{{ variables.order.name }}</b> for two weeks now. Would you tell others what you think of it? Two sentences are plenty, and what you do not like helps as much as what you do.',
      write: 'Write a review',
      thanks: 'Thank you',
      about: 'We publish every review that is about the article, the bad ones too.',
      trouble:
        'Something is wrong with it? Please <a href="{{ variables.shop.support_url }}">tell us first</a>, so that we can put it right.',
      closing: 'We ask once for each order.',
    },
    de: {
      subject: 'Wie gefällt es Ihnen?',
      previewText: 'Zwei Sätze helfen anderen beim Aussuchen.',
      title: 'Wie gefällt es Ihnen?',
      lead: 'Guten Tag{% if variables.customer.first_name != blank %} {{ variables.customer.first_name }}{% endif %}, seit zwei Wochen ist Bestellung <b>{{ variables.order.name }}</b> nun bei Ihnen. Verraten Sie anderen, was Sie davon halten? Zwei Sätze genügen, und was Ihnen nicht gefällt, hilft ebenso wie alles andere.',
      write: 'Bewertung schreiben',
      thanks: 'Vielen Dank',
      about: 'Wir veröffentlichen jede Bewertung, in der es um den Artikel geht, auch die schlechten.',
      trouble:
        'Etwas ist nicht in Ordnung? Dann <a href="{{ variables.shop.support_url }}">schreiben Sie bitte zuerst uns</a>, damit wir es richten können.',
      closing: 'Wir fragen zu jeder Bestellung nur einmal.',
    },
  },
  design: (t, { shop, customer, mug, board }) => ({
    global: looks.shop,
    header: { blocks: [logo('start')] },
    blocks: [
      heading(t.title, 1, space(16, 4)),
      text(`<p>${t.lead}</p>`, space(10, 20)),
      {
        type: 'loop',
        source: 'variables.products',
        as: 'product',
        limit: 5,
        blocks: [
          { type: 'divider', padding: { top: 0, bottom: 0 } },
          {
            type: 'columns',
            ratio: '1-1',
            valign: 'middle',
            padding: { top: 8, bottom: 8 },
            columns: [
              column(
                {
                  type: 'image',
                  showIf: 'product.image_url != blank',
                  url: '{{ product.image_url }}',
                  alt: '{{ product.title }}',
                  width: 160,
                  align: 'start',
                },
                text('<p><b>{{ product.title }}</b><br><span style="font-size:22px">★★★★★</span></p>'),
              ),
              column(button(t.write, '{{ product.review_url }}', { fullWidth: true })),
            ],
          },
        ],
      },
      { type: 'divider', padding: { top: 0, bottom: 0 } },
      text(`<p>${t.about}</p><p>${t.trouble}</p>`, { fontSize: 14, ...space(20, 10) }),
      text(`<p>${t.thanks}<br><b>{{ variables.shop.name }}</b></p>`, space(6, 28)),
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop: { ...shop, support_url: 'https://shop.example/help' },
      customer,
      order: { name: '#1001' },
      products: [mug, board].map((article) => ({
        ...product(article),
        review_url: `https://shop.example/p/${article.path}/review`,
      })),
    },
  }),
});
