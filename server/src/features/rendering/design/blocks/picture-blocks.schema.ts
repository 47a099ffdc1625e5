import { z } from 'zod';
import { exactlyOne, leaf, visibleBlockFields } from './block.schema.ts';
import { align, fileKey, link, liquidText, pictureUrl, pixels } from './fields.schema.ts';

export const image = leaf(
  'image',
  'An image, from either an uploaded file or a URL.',
  {
    ...visibleBlockFields,
    fileKey: fileKey.nullable().default(null),
    url: pictureUrl('URL of the image.').nullable().default(null),
    alt: liquidText('Alternative text, shown when the image is not displayed.', 500).default(''),
    width: pixels(8, 1200).nullable().default(null).describe('In pixels; `null`: the available width.'),
    href: link('Link target.').nullable().default(null),
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
    // In plain text, an image without a link adds no text.
    text: (block, renderer) =>
      block.href === null ? '' : [renderer.plain('alt'), renderer.plain('href')].filter(Boolean).join(': '),
  },
);

export const logo = leaf(
  'logo',
  "The store's logo, or another uploaded image.",
  {
    ...visibleBlockFields,
    fileKey: fileKey.nullable().default(null).describe("Key of an uploaded file; `null`: the store's logo."),
    alt: liquidText('Alternative text, shown when the image is not displayed.', 500).default(''),
    width: pixels(8, 600).default(140),
    href: link('Link target.').nullable().default(null),
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

export const video = leaf(
  'video',
  'An image that links to a video, because email clients do not play videos.',
  {
    ...visibleBlockFields,
    url: link('URL of the video.'),
    fileKey: fileKey.nullable().default(null).describe('Key of an uploaded file, the preview image.'),
    thumbnail: pictureUrl('URL of the preview image.').nullable().default(null),
    alt: liquidText('Description of the video; shown below the preview image.', 500).default(''),
    playIcon: z.boolean().default(true).describe('Shows a bar with a play icon below the preview image.'),
  },
  {
    sample: {
      url: 'https://shop.example/videos/care',
      thumbnail: 'https://shop.example/videos/care.jpg',
      alt: 'How to care for your mug',
    },
    refine: exactlyOne('fileKey', 'thumbnail'),
    rows(block, renderer) {
      const src = renderer.picture('fileKey', 'thumbnail');
      if (src === null) return [];
      const href = renderer.url('url');
      const still = renderer.row('mj-image', { src, href, alt: renderer.attribute('alt') });
      if (!block.playIcon) return [still];
      const bar = `<a href="${href}" style="color:#ffffff;text-decoration:none;font-weight:600">&#9654;&#65038;&nbsp; ${renderer.text('alt')}</a>`;
      const cell = `<tr><td align="center" bgcolor="#24272b" style="background-color:#24272b;padding:10px 16px">${bar}</td></tr>`;
      return [
        { ...still, attributes: { ...still.attributes, 'padding-bottom': '0' } },
        renderer.row('mj-table', { 'padding-top': '0', 'css-class': 'o-own' }, cell),
      ];
    },
    text: (_block, renderer) => [renderer.plain('alt'), renderer.plain('url')].filter(Boolean).join(':\n'),
  },
);
