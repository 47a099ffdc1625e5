import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, pixels, richText } from './fields.schema.ts';

export const text = leaf(
  'text',
  'Formatted text: paragraphs, lists, links and tables.',
  {
    ...visibleBlockFields,
    html: richText('The text.'),
    align: align.default('start'),
    fontSize: pixels(10, 40).nullable().default(null).describe('`null`: that of the design.'),
  },
  {
    sample: {
      html: '<p>Your order <b>{{ variables.order.name }}</b> is on its way. <a href="{{ variables.order.status_url }}">See where it is</a>.</p>',
    },
    rows: (block, renderer) => [
      renderer.row(
        'mj-text',
        { align: renderer.align(block.align), ...(block.fontSize && { 'font-size': `${block.fontSize}px` }) },
        renderer.rich('html'),
      ),
    ],
    text: (_block, renderer) => renderer.plainRich('html'),
  },
);
