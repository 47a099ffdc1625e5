import type { z } from 'zod';
import { commonFields, wrapper } from './block.schema.ts';
import { condition } from './fields.schema.ts';

export const conditional = (blocks: z.ZodType) =>
  wrapper(
    'conditional',
    'Blocks shown if a condition is met and, optionally, others if it is not.',
    { ...commonFields, if: condition('When `blocks` are shown.'), blocks, else: blocks.optional() },
    {
      sample: {
        if: 'variables.order.gift',
        blocks: [{ type: 'text', html: '<p>We wrapped it as a gift.</p>' }],
        else: [{ type: 'text', html: '<p>Next time as a gift?</p>' }],
      },
      branches: (block, renderer) => [
        { before: `{% if ${renderer.condition('if')} %}`, list: 'blocks' },
        ...(block['else'] ? [{ before: '{% else %}', list: 'else' }] : []),
      ],
      after: '{% endif %}',
    },
  );
