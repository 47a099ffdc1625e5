import { z } from 'zod';
import { leaf, placed } from './block.schema.ts';
import { align, link, liquidText } from './fields.schema.ts';

const item = z.strictObject({
  label: liquidText('What it says.', 200),
  url: link('Where it leads.'),
});

export const menu = leaf(
  'menu',
  'Links side by side.',
  { ...placed, items: z.array(item).min(1, { error: 'required' }).max(12), align: align.default('center') },
  {
    sample: {
      items: [
        { label: 'New', url: 'https://shop.example/new' },
        { label: 'Sale', url: 'https://shop.example/sale' },
        { label: 'Contact', url: 'mailto:hello@shop.example' },
      ],
    },
    rows(block, pen) {
      const style = `color:${pen.look.linkColor};text-decoration:none;padding:4px 10px;display:inline-block`;
      const links = block.items.map(
        (_item, i) =>
          `<a href="${pen.url('items', i, 'url')}" style="${style}">${pen.text('items', i, 'label')}</a>`,
      );
      return [pen.row('mj-text', { align: pen.align(block.align) }, links.join(' '))];
    },
    text: (block, pen) =>
      block.items
        .map((_item, i) => `${pen.plain('items', i, 'label')}: ${pen.plain('items', i, 'url')}`)
        .join('\n'),
  },
);
