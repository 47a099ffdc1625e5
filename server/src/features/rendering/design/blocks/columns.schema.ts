import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { visibleBlockFields } from './block.schema.ts';
import { widthsOf } from './column-widths.schema.ts';

export const ratios = ['1-1', '1-2', '2-1', '1-3', '3-1', '1-1-1', '1-2-1', '1-1-1-1'] as const;

export const columns = (blocks: z.ZodType) => {
  const schema = z
    .strictObject({
      type: z.literal('columns'),
      ...visibleBlockFields,
      ratio: z
        .enum(ratios)
        .default('1-1')
        .describe('Relative widths of the columns, one part for each column.'),
      columns: z
        .array(z.strictObject({ blocks }))
        .min(2, { error: schemaMessage('too_few_columns') })
        .max(4),
      stackOnMobile: z.boolean().default(true).describe('Stacks the columns on narrow screens.'),
      valign: z.enum(['top', 'middle', 'bottom']).default('top'),
    })
    .refine((block) => widthsOf(block.ratio).length === block.columns.length, {
      path: ['ratio'],
      error: schemaMessage('column_widths'),
      // A wrong number of columns is a separate problem, which no ratio would fix.
      when: ({ issues }) => issues.length === 0,
    })
    .meta({
      title: 'columns',
      description: 'Two to four columns of blocks side by side. Cannot be inside another column.',
    });
  const sample = {
    type: 'columns',
    columns: [
      { blocks: [{ type: 'text', html: '<p><b>Ships to</b><br>{{ variables.order.address }}</p>' }] },
      { blocks: [{ type: 'text', html: '<p><b>Paid with</b><br>{{ variables.order.payment }}</p>' }] },
    ],
  };
  return { type: 'columns', schema, sample };
};

export type Columns = z.output<ReturnType<typeof columns>['schema']>;
