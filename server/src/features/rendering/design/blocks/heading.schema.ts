import { z } from 'zod';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, color, liquidText } from './fields.schema.ts';

/** Sizes by level, as parts of the size of text. */
const sizes = [1.75, 1.375, 1.125, 1];

export const heading = leaf(
  'heading',
  'A heading.',
  {
    ...visibleBlockFields,
    text: liquidText('What it says.'),
    level: z.int().min(1).max(4).default(2).describe('1 is the largest.'),
    align: align.default('start'),
    color: color.nullable().default(null).describe('`null`: the colour of text.'),
  },
  {
    sample: { text: 'Thank you, {{ variables.customer.first_name | default: "friend" }}!', level: 1 },
    rows(block, renderer) {
      const ink = block.color ?? renderer.look.textColor;
      const size = Math.round(renderer.look.fontSize * (sizes[block.level - 1] ?? 1));
      const style = `margin:0;font-size:${size}px;line-height:1.25;font-weight:700;color:${ink}`;
      const html = `<h${block.level} style="${style}">${renderer.text('text')}</h${block.level}>`;
      return [
        renderer.row(
          'mj-text',
          { align: renderer.align(block.align), 'css-class': block.color ? renderer.inked(ink) : '' },
          html,
        ),
      ];
    },
    text: (_block, renderer) => renderer.plain('text'),
  },
);
