import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Texts } from '../../../texts/en/index.ts';

type NewBlockTexts = Texts['editor']['newBlock'];

export const palette = {
  text: ['heading', 'text', 'button', 'divider', 'spacer', 'html'],
  picture: ['image', 'logo', 'video', 'social', 'menu'],
  shop: ['items', 'summary', 'coupon', 'attachment'],
  structure: ['columns', 'loop', 'conditional'],
} as const;

export type BlockType = (typeof palette)[keyof typeof palette][number];

const SHOP = 'https://';

/** A new block of each type with its required members. */
const made: Readonly<Record<BlockType, (words: NewBlockTexts) => JsonObject>> = {
  heading: ({ heading }) => ({ text: heading }),
  text: ({ text }) => ({ html: text }),
  button: ({ button }) => ({ label: button, url: SHOP }),
  divider: () => ({}),
  spacer: () => ({}),
  html: ({ text }) => ({ html: text }),
  image: () => ({ url: '{{ variables.product.image_url }}' }),
  logo: () => ({ alt: '{{ variables.shop.name }}' }),
  video: ({ video }) => ({ url: SHOP, thumbnail: '{{ variables.video.image_url }}', alt: video }),
  social: () => ({ items: [{ network: 'instagram', url: SHOP }] }),
  menu: ({ menu }) => ({ items: [{ label: menu, url: SHOP }] }),
  items: () => ({}),
  summary: ({ row }) => ({
    rows: [{ label: row, value: '{{ variables.order.total | money: variables.order.currency }}' }],
  }),
  coupon: ({ coupon }) => ({ code: '{{ variables.discount.code }}', label: coupon }),
  attachment: ({ file }) => ({ url: 'https://{{ variables.invoice.url }}', filename: file }),
  columns: ({ text }) => ({
    columns: [{ blocks: [{ type: 'text', html: text }] }, { blocks: [{ type: 'text', html: text }] }],
  }),
  loop: ({ text }) => ({ source: 'variables.products', blocks: [{ type: 'text', html: text }] }),
  conditional: ({ text }) => ({ if: 'variables.order', blocks: [{ type: 'text', html: text }] }),
};

export const newBlock = (type: BlockType, words: NewBlockTexts): JsonObject => ({
  type,
  ...made[type](words),
});
