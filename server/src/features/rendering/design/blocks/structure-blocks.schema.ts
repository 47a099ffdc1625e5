import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { isUuid } from '../../../../kernel/id.ts';
import { commonFields, leaf, visibleBlockFields, wrapper } from './block.schema.ts';
import { color, condition, itemName, pixels, repetitions, source } from './fields.schema.ts';

export const divider = leaf(
  'divider',
  'A horizontal line.',
  {
    ...visibleBlockFields,
    color: color.nullable().default(null).describe('`null`: light gray.'),
    thickness: pixels(1, 20).default(1),
  },
  {
    sample: {},
    rows: (block, renderer) => [
      renderer.row('mj-divider', {
        'border-color': block.color ?? renderer.look.lineColor,
        'border-width': `${block.thickness}px`,
        'css-class': block.color ? '' : 'o-line',
      }),
    ],
    text: () => '----------',
  },
);

const { padding: _, ...unpadded } = visibleBlockFields;

export const spacer = leaf(
  'spacer',
  'Empty space.',
  { ...unpadded, height: pixels(1, 200).default(24).describe('In pixels.') },
  {
    sample: {},
    rows: (block, renderer) => [renderer.row('mj-spacer', { height: `${block.height}px` })],
    text: () => '',
  },
);

export const loop = (blocks: z.ZodType) =>
  wrapper(
    'loop',
    'Blocks repeated for each item in a list.',
    {
      ...commonFields,
      source,
      as: itemName.default('item').describe('Name of an item in the repeated blocks: `{{ item.title }}`.'),
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

export const conditional = (blocks: z.ZodType) =>
  wrapper(
    'conditional',
    'Blocks shown if a condition is met and, optionally, others if it is not.',
    {
      ...commonFields,
      if: condition('Condition under which `blocks` are shown.'),
      blocks,
      else: blocks.optional(),
    },
    {
      sample: {
        if: 'variables.order.gift',
        blocks: [{ type: 'text', html: '<p>We gift-wrapped your order.</p>' }],
        else: [{ type: 'text', html: '<p>Buying a gift? We can wrap it for you.</p>' }],
      },
      branches: (block, renderer) => [
        { before: `{% if ${renderer.condition('if')} %}`, list: 'blocks' },
        ...(block['else'] ? [{ before: '{% else %}', list: 'else' }] : []),
      ],
      after: '{% endif %}',
    },
  );

/** Used in the sample only; no store has this ID. */
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

/** Blocks shared with other layouts: a preset, whose blocks replace this one. */
export const part = {
  type: 'part',
  schema: z
    .strictObject({
      type: z.literal('part'),
      ...commonFields,
      preset: z
        .string()
        .refine(isUuid, { error: schemaMessage('unknown_preset') })
        .describe('ID of a shared section.'),
    })
    .meta({ title: 'part', description: 'A shared section (preset): blocks that several layouts use.' }),
  sample: { type: 'part', preset: SAMPLE_ID },
};
