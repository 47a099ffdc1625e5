import { exactlyOne, leaf, visibleBlockFields } from './block.schema.ts';
import { align, fileKey, link, liquidText, pictureUrl, pixels } from './fields.schema.ts';

export const image = leaf(
  'image',
  'An image, from either an uploaded file or a URL.',
  {
    ...visibleBlockFields,
    fileKey: fileKey.nullable().default(null),
    url: pictureUrl('Address of the picture.').nullable().default(null),
    alt: liquidText('What stands in its place where pictures are not shown.', 500).default(''),
    width: pixels(8, 1200).nullable().default(null).describe('In pixels; `null`: as wide as the place.'),
    href: link('Where a click leads.').nullable().default(null),
    align: align.default('center'),
    radius: pixels(0, 100).default(0),
  },
  {
    sample: {
      url: '{{ variables.product.image_url }}',
      alt: '{{ variables.product.title }}',
      href: '{{ variables.product.url }}',
    },
    refine: exactlyOne('fileKey', 'url'),
    rows(block, renderer) {
      const src = renderer.picture('fileKey', 'url');
      if (src === null) return [];
      return [
        renderer.row('mj-image', {
          src,
          alt: renderer.attribute('alt'),
          align: renderer.align(block.align),
          'border-radius': `${block.radius}px`,
          ...(block.width ? { width: `${block.width}px` } : { 'fluid-on-mobile': 'true' }),
          ...(block.href !== null && { href: renderer.url('href') }),
        }),
      ];
    },
    // In plain text, a picture without a link adds nothing to the text around it.
    text: (block, renderer) =>
      block.href === null ? '' : [renderer.plain('alt'), renderer.plain('href')].filter(Boolean).join(': '),
  },
);
