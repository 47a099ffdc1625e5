import { button, closing, heading, logo, looks, PALE, space, text } from './parts.rules.ts';
import { product } from './samples.rules.ts';
import { starter } from './starter.rules.ts';

export const backInStock = starter({
  category: 'marketing',
  requires: ['product.title', 'product.url', 'product.price'],
  texts: {
    en: {
      subject: '{{ variables.product.title }} is back',
      previewText: 'You asked us to tell you.',
      kicker: 'You asked us to tell you',
      title: 'It is back: {{ variables.product.title }}',
      order: 'Order it now',
      few: 'There are {{ variables.product.stock }} of them; the last ones were gone within days.',
      closing: 'We will tell you only once. If you still want it later, ask us again on its page.',
    },
    de: {
      subject: '{{ variables.product.title }}: wieder da',
      previewText: 'Sie wollten Bescheid wissen.',
      kicker: 'Sie wollten Bescheid wissen',
      title: 'Wieder da: {{ variables.product.title }}',
      order: 'Jetzt bestellen',
      few: 'Es gibt {{ variables.product.stock }} Stück; die letzten waren nach wenigen Tagen vergriffen.',
      closing:
        'Wir schreiben Ihnen nur dieses eine Mal. Wenn Sie es später noch möchten, melden Sie sich auf der Seite des Artikels wieder an.',
    },
  },
  design: (t, { shop, mug }) => ({
    global: looks.shop,
    header: { blocks: [logo()] },
    blocks: [
      text(`<p>${t.kicker}</p>`, { align: 'center', fontSize: 14, ...space(28, 0) }),
      heading(t.title, 1, { align: 'center', ...space(4, 16) }),
      {
        type: 'image',
        showIf: 'variables.product.image_url != blank',
        url: '{{ variables.product.image_url }}',
        alt: '{{ variables.product.title }}',
        href: '{{ variables.product.url }}',
        padding: { top: 0, bottom: 0 },
      },
      text(
        '<p><b>{{ variables.product.title }}</b>{% if variables.product.variant_title != blank %}<br>{{ variables.product.variant_title }}{% endif %}<br><b style="font-size:22px">{{ variables.product.price | money: variables.product.currency }}</b></p>',
        { align: 'center', background: PALE, ...space(24, 24) },
      ),
      button(t.order, '{{ variables.product.url }}', space(24, 8)),
      text(`<p>${t.few}</p>`, {
        ...{ align: 'center', fontSize: 14, showIf: 'variables.product.stock < 20' },
        ...space(0, 28),
      }),
    ],
    footer: closing(`<p>${t.closing}</p>`),
    testVariables: {
      shop,
      product: { ...product(mug), variant_title: mug.variant, currency: 'EUR', stock: 12 },
    },
  }),
});
