import { leaf, placed } from './block.schema.ts';
import { align, fileKey, link, liquidText, pixels } from './fields.schema.ts';

export const logo = leaf(
  'logo',
  "The store's logo, or another uploaded file as one.",
  {
    ...placed,
    fileKey: fileKey.nullable().default(null).describe("Key of an uploaded file; `null`: the store's logo."),
    alt: liquidText('What stands in its place where pictures are not shown.', 500).default(''),
    width: pixels(8, 600).default(140),
    href: link('Where a click leads.').nullable().default(null),
    align: align.default('center'),
    radius: pixels(0, 100).default(0),
  },
  {
    sample: { alt: '{{ variables.shop.name }}', href: '{{ variables.shop.url }}' },
    rows(block, pen) {
      const src = pen.logo('fileKey');
      const alt = pen.attribute('alt');
      if (src !== null)
        return [
          pen.row('mj-image', {
            src,
            alt,
            align: pen.align(block.align),
            width: `${block.width}px`,
            'border-radius': `${block.radius}px`,
            ...(block.href !== null && { href: pen.url('href') }),
          }),
        ];
      // Without a logo the name does.
      if (block.alt === '') return [];
      const name = `<b style="font-size:${Math.round(pen.look.fontSize * 1.375)}px">${pen.text('alt')}</b>`;
      const href = block.href === null ? null : pen.url('href');
      const linked = href
        ? `<a href="${href}" style="color:${pen.look.textColor};text-decoration:none">${name}</a>`
        : name;
      return [pen.row('mj-text', { align: pen.align(block.align) }, linked)];
    },
    text: (_block, pen) => pen.plain('alt'),
  },
);
