import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, link, liquidText, pixels } from './fields.schema.ts';

const menuItem = z.strictObject({
  label: liquidText('Label of the link.', 200),
  url: link('Link target.'),
});

export const menu = leaf(
  'menu',
  'Links side by side.',
  {
    ...visibleBlockFields,
    items: z
      .array(menuItem)
      .min(1, { error: schemaMessage('required') })
      .max(12),
    align: align.default('center'),
  },
  {
    sample: {
      items: [
        { label: 'New', url: 'https://shop.example/new' },
        { label: 'Sale', url: 'https://shop.example/sale' },
        { label: 'Contact', url: 'mailto:hello@shop.example' },
      ],
    },
    rows(block, renderer) {
      const style = `color:${renderer.look.linkColor};text-decoration:none;padding:4px 10px;display:inline-block`;
      const links = block.items.map(
        (_item, i) =>
          `<a href="${renderer.url('items', i, 'url')}" style="${style}">${renderer.text('items', i, 'label')}</a>`,
      );
      return [renderer.row('mj-text', { align: renderer.align(block.align) }, links.join(' '))];
    },
    text: (block, renderer) =>
      block.items
        .map((_item, i) => `${renderer.plain('items', i, 'label')}: ${renderer.plain('items', i, 'url')}`)
        .join('\n'),
  },
);

/** We host an icon for each, so that an email loads no files from the networks. */
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

const profile = z.strictObject({ network: z.enum(names), url: link('URL of your page.') });

export const social = leaf(
  'social',
  'Icons that link to your social media pages.',
  {
    ...visibleBlockFields,
    items: z
      .array(profile)
      .min(1, { error: schemaMessage('required') })
      .max(12),
    size: pixels(16, 64).default(24).describe('Size of an icon in pixels.'),
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
