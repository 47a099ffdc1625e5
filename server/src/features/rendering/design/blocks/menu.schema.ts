import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, link, liquidText } from './fields.schema.ts';

const item = z.strictObject({
  label: liquidText('What it says.', 200),
  url: link('Where it leads.'),
});

export const menu = leaf(
  'menu',
  'Links side by side.',
  {
    ...visibleBlockFields,
    items: z
      .array(item)
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
