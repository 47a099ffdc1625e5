import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { condition, liquidText } from './fields.schema.ts';

const row = z.strictObject({
  label: liquidText('On the left.', 500),
  value: liquidText('On the right.', 500),
  strong: z.boolean().default(false).describe('Emphasised, as the total is.'),
  showIf: condition('Shows the row only if this holds.').nullable().default(null),
});

export const summary = leaf(
  'summary',
  'Rows of a label and a value: subtotal, shipping, total.',
  {
    ...visibleBlockFields,
    rows: z
      .array(row)
      .min(1, { error: schemaMessage('required') })
      .max(50),
  },
  {
    sample: {
      rows: [
        { label: 'Subtotal', value: '{{ variables.order.subtotal | money: variables.order.currency }}' },
        {
          label: 'Discount',
          value: '−{{ variables.order.discount | money: variables.order.currency }}',
          showIf: 'variables.order.discount',
        },
        {
          label: 'Total',
          value: '{{ variables.order.total | money: variables.order.currency }}',
          strong: true,
        },
      ],
    },
    rows(block, renderer) {
      const { look } = renderer;
      const html = block.rows.map(({ strong, showIf }, i) => {
        const style = strong
          ? `padding:10px 0 4px;font-weight:700;border-top:1px solid ${look.lineColor}`
          : 'padding:4px 0';
        const cells = [
          `<td align="${look.start}" style="${style}">${renderer.text('rows', i, 'label')}</td>`,
          `<td align="${look.end}" style="${style};white-space:nowrap">${renderer.text('rows', i, 'value')}</td>`,
        ];
        const tr = `<tr>${cells.join('')}</tr>`;
        if (showIf === null) return tr;
        return (
          renderer.liquid(`{% if ${renderer.condition('rows', i, 'showIf')} %}`) +
          tr +
          renderer.liquid('{% endif %}')
        );
      });
      return [renderer.row('mj-table', { align: look.start }, html.join(''))];
    },
    text: (block, renderer) =>
      block.rows
        .map(({ showIf }, i) => {
          const line = `${renderer.plain('rows', i, 'label')}: ${renderer.plain('rows', i, 'value')}\n`;
          if (showIf === null) return line;
          return (
            renderer.liquid(`{% if ${renderer.condition('rows', i, 'showIf')} %}`) +
            line +
            renderer.liquid('{% endif %}')
          );
        })
        .join(''),
  },
);
