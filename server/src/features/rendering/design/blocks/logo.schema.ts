import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, fileKey, link, liquidText, pixels } from './fields.schema.ts';

export const logo = leaf(
  'logo',
  "The store's logo, or another uploaded image.",
  {
    ...visibleBlockFields,
    fileKey: fileKey.nullable().default(null).describe("Key of an uploaded file; `null`: the store's logo."),
    alt: liquidText('What stands in its place where pictures are not shown.', 500).default(''),
    width: pixels(8, 600).default(140),
    href: link('Where a click leads.').nullable().default(null),
    align: align.default('center'),
    radius: pixels(0, 100).default(0),
  },
  {
    sample: { alt: '{{ variables.shop.name }}', href: '{{ variables.shop.url }}' },
    rows(block, renderer) {
      const src = renderer.logo('fileKey');
      const alt = renderer.attribute('alt');
      if (src !== null)
        return [
          renderer.row('mj-image', {
            src,
            alt,
            align: renderer.align(block.align),
            width: `${block.width}px`,
            'border-radius': `${block.radius}px`,
            ...(block.href !== null && { href: renderer.url('href') }),
          }),
        ];
      // Without a logo, the name is shown.
      if (block.alt === '') return [];
      const name = `<b style="font-size:${Math.round(renderer.look.fontSize * 1.375)}px">${renderer.text('alt')}</b>`;
      const href = block.href === null ? null : renderer.url('href');
      const linked = href
        ? `<a href="${href}" style="color:${renderer.look.textColor};text-decoration:none">${name}</a>`
        : name;
      return [renderer.row('mj-text', { align: renderer.align(block.align) }, linked)];
    },
    text: (_block, renderer) => renderer.plain('alt'),
  },
);
