import type { z } from 'zod';
import { commonFields, wrapper } from './block.schema.ts';
import { itemName, repetitions, source } from './fields.schema.ts';

export const loop = (blocks: z.ZodType) =>
  wrapper(
    'loop',
    'Blocks repeated for each item in a list.',
    {
      ...commonFields,
      source,
      as: itemName.default('item').describe('What an entry is called within: `{{ item.title }}`.'),
      limit: repetitions,
      blocks,
    },
    {
      sample: {
        source: 'variables.products',
        as: 'product',
        blocks: [{ type: 'heading', text: '{{ product.title }}', level: 3 }],
      },
      branches: ({ as, limit }, renderer) => [
        { before: `{% for ${as} in ${renderer.source('source')} limit: ${limit} %}`, list: 'blocks' },
      ],
      after: '{% endfor %}',
    },
  );
