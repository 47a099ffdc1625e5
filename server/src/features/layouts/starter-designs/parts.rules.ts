import type { JsonObject } from '../../../kernel/json.ts';

/**
 * What the starter designs look like: three looks of one family. Colours come from `global`, so that a design takes on
 * the colours of a store whole; the two grounds of single blocks are grey enough to suit any of them.
 */
export const looks = {
  order: { linkColor: '#17624a', background: '#f4f2ee', textColor: '#26302b' },
  shop: { linkColor: '#2f5496', background: '#f1f2f5', textColor: '#252a33' },
  letter: { linkColor: '#a63d25', background: '#f6f1ec', textColor: '#2c2522', fontFamily: 'georgia' },
} satisfies Record<string, JsonObject>;

export const PALE = '#f3f0ea';
export const NIGHT = '#25292d';

type Level = 1 | 2 | 3 | 4;

export const heading = (text: string, level: Level, more: JsonObject = {}): JsonObject => ({
  ...{ type: 'heading', level, text },
  ...more,
});

export const text = (html: string, more: JsonObject = {}): JsonObject => ({ type: 'text', html, ...more });

export const button = (label: string, url: string, more: JsonObject = {}): JsonObject => ({
  ...{ type: 'button', label, url },
  ...more,
});

export const space = (top: number, bottom: number) => ({ padding: { top, bottom } });

export const logo = (align: 'start' | 'center' = 'center'): JsonObject => ({
  type: 'logo',
  alt: '{{ variables.shop.name }}',
  href: '{{ variables.shop.url }}',
  align,
  padding: { top: 28, bottom: 12 },
});

export const column = (...blocks: JsonObject[]): JsonObject => ({ blocks });

/** A short value below what it is. */
export const fact = (label: string, value: string, more: JsonObject = {}): JsonObject =>
  column(
    text(`<p><span style="font-size:13px">${label}</span><br><b>${value}</b></p>`, {
      ...space(4, 4),
      ...more,
    }),
  );

/** A promise of the shop, to stand beside others. Its title is no heading: nothing but a line follows. */
export const promise = ({ title, about }: { title: string; about: string }): JsonObject =>
  column(text(`<p><b style="font-size:16px">${title}</b><br>${about}</p>`, { fontSize: 14, ...space(8, 8) }));

/** An article with its picture, if it has one, beside a price. */
export const offered = (link: string, currency: string): JsonObject[] => [
  {
    type: 'columns',
    ratio: '3-1',
    valign: 'middle',
    stackOnMobile: false,
    padding: { top: 6, bottom: 6 },
    columns: [
      column(
        {
          type: 'image',
          showIf: 'product.image_url != blank',
          url: '{{ product.image_url }}',
          alt: '{{ product.title }}',
          href: '{{ product.url }}',
          width: 160,
          align: 'start',
        },
        text(
          `<p><b>{{ product.title }}</b><br>{{ product.about }}<br><a href="{{ product.url }}">${link}</a></p>`,
          space(6, 6),
        ),
      ),
      column(
        text(`<p><b>{{ product.price | money: ${currency} }}</b></p>`, { align: 'end', ...space(6, 6) }),
      ),
    ],
  },
  { type: 'divider', padding: { top: 0, bottom: 0 } },
];

/** The last words, below the mail. */
export const closing = (html: string): JsonObject => ({
  blocks: [text(html, { align: 'center', fontSize: 13 })],
});
