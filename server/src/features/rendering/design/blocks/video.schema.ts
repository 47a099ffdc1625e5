import { z } from 'zod';
import { exactlyOne, leaf, visibleBlockFields } from './block.schema.ts';
import { fileKey, link, liquidText, pictureUrl } from './fields.schema.ts';

export const video = leaf(
  'video',
  'An image that links to a video, because email clients do not play videos.',
  {
    ...visibleBlockFields,
    url: link('Where the video is.'),
    fileKey: fileKey.nullable().default(null).describe('Key of an uploaded file, the still.'),
    thumbnail: pictureUrl('Address of the still.').nullable().default(null),
    alt: liquidText('What the video is about; shown below the still.', 500).default(''),
    playIcon: z.boolean().default(true).describe('A bar with a play sign below the still.'),
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
