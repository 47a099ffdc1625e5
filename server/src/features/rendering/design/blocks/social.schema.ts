import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, link, pixels } from './fields.schema.ts';

/** Each has an icon of ours, so that an email loads nothing from the networks. */
export const networks = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  threads: 'Threads',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  email: 'Email',
  website: 'Website',
} as const;

const names = Object.keys(networks) as (keyof typeof networks)[];

const item = z.strictObject({ network: z.enum(names), url: link('Your page there.') });

export const social = leaf(
  'social',
  'Icons that link to your social media pages.',
  {
    ...visibleBlockFields,
    items: z
      .array(item)
      .min(1, { error: schemaMessage('required') })
      .max(12),
    size: pixels(16, 64).default(24).describe('Of an icon, in pixels.'),
    align: align.default('center'),
  },
  {
    sample: {
      items: [
        { network: 'instagram', url: 'https://instagram.com/shop.example' },
        { network: 'facebook', url: 'https://facebook.com/shop.example' },
        { network: 'youtube', url: 'https://youtube.com/@shop.example' },
      ],
    },
    rows(block, renderer) {
      const style = 'display:inline-block;vertical-align:middle;border:0';
      const icons = block.items.map(({ network }, i) => {
        const picture = `<img src="${renderer.asset(`social-${network}.png`)}" width="${block.size}" height="${block.size}" alt="${networks[network]}" style="${style}">`;
        return `<a href="${renderer.url('items', i, 'url')}" style="display:inline-block;padding:4px 6px;text-decoration:none">${picture}</a>`;
      });
      return [renderer.row('mj-text', { align: renderer.align(block.align) }, icons.join(''))];
    },
    text: (block, renderer) =>
      block.items
        .map(({ network }, i) => `${networks[network]}: ${renderer.plain('items', i, 'url')}`)
        .join('\n'),
  },
);
