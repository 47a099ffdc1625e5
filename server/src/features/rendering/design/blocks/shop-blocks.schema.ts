import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { condition, itemName, liquidText, repetitions, source } from './fields.schema.ts';

const show = z
  .strictObject({
    image: z.boolean().default(true),
    variant: z.boolean().default(true),
    quantity: z.boolean().default(true),
    price: z.boolean().default(true),
  })
  .describe('Which columns are shown.');

export const items = leaf(
  'items',
  'A table of ordered products. An item has a `title` and, for the columns that are shown, `image` (an https URL), `variant_title`, `quantity` and `price`.',
  {
    ...visibleBlockFields,
    source: source.default('variables.order.line_items'),
    as: itemName.default('item'),
    limit: repetitions,
    show: show.prefault({}),
    currency: source
      .default('variables.order.currency')
      .describe(
        'Currency of the prices, a Liquid value without braces: `variables.order.currency` or `"EUR"`.',
      ),
  },
  {
    sample: { source: 'variables.order.line_items' },
    rows(block, renderer) {
      const { look } = renderer;
      const line = `border-bottom:1px solid ${look.lineColor}`;
      const cell = `padding:10px 0;${line}`;
      const { as } = block;
      const value = (name: string) => renderer.liquid(`{{ ${as}.${name} }}`);
      const ifThere = (name: string, html: string) =>
        renderer.liquid(`{% if ${as}.${name} != blank %}`) + html + renderer.liquid('{% endif %}');
      const img = `<img src="${renderer.liquid(`{{ ${as}.image | safe_url }}`)}" width="64" alt="" style="display:block;width:64px;max-width:none;border-radius:4px;border:0">`;
      // A table in the cell, because the cell must be narrow without an image, and Outlook applies padding to
      // cells only.
      const picture = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding-${look.end}:16px">${img}</td></tr></table>`;
      const columns = [
        block.show.image && `<td width="1" style="${cell}" valign="top">${ifThere('image', picture)}</td>`,
        `<td align="${look.start}" style="${cell}" valign="top">${value('title')}${
          block.show.variant
            ? ifThere(
                'variant_title',
                `<br><span style="color:${look.mutedColor};font-size:${look.fontSize - 2}px">${value('variant_title')}</span>`,
              )
            : ''
        }</td>`,
        block.show.quantity &&
          `<td align="center" style="${cell};padding:10px 8px;white-space:nowrap" valign="top">&times;&nbsp;${value('quantity')}</td>`,
        block.show.price &&
          `<td align="${look.end}" style="${cell};white-space:nowrap" valign="top">${renderer.liquid(
            `{{ ${as}.price | money: ${renderer.source('currency')} }}`,
          )}</td>`,
      ];
      const each = renderer.liquid(`{% for ${as} in ${renderer.source('source')} limit: ${block.limit} %}`);
      const row = `${each}<tr>${columns.filter(Boolean).join('')}</tr>${renderer.liquid('{% endfor %}')}`;
      return [renderer.row('mj-table', { align: look.start }, row)];
    },
    text(block, renderer) {
      const { as } = block;
      const parts = [
        block.show.quantity ? `{{ ${as}.quantity }} × ` : '',
        `{{ ${as}.title }}`,
        block.show.variant
          ? `{% if ${as}.variant_title != blank %} ({{ ${as}.variant_title }}){% endif %}`
          : '',
        block.show.price ? `: {{ ${as}.price | money: ${renderer.source('currency')} }}` : '',
      ].join('');
      return renderer.liquid(
        `{% for ${as} in ${renderer.source('source')} limit: ${block.limit} %}- ${parts}{% unless forloop.last %}\n{% endunless %}{% endfor %}`,
      );
    },
  },
);

const row = z.strictObject({
  label: liquidText('Text on the left.', 500),
  value: liquidText('Text on the right.', 500),
  strong: z.boolean().default(false).describe('Emphasized, like the total.'),
  showIf: condition('Shows the row only if this condition is true.').nullable().default(null),
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

export const coupon = leaf(
  'coupon',
  'A discount code in a frame, ready to copy.',
  {
    ...visibleBlockFields,
    code: liquidText('The code.', 500),
    label: liquidText('Text above the code.', 500).default(''),
  },
  {
    sample: { code: '{{ variables.discount.code }}', label: '10% off your next order' },
    rows(block, renderer) {
      const { look } = renderer;
      const label = block.label
        ? `<div style="color:${look.mutedColor};font-size:${look.fontSize - 2}px;padding-bottom:6px">${renderer.text('label')}</div>`
        : '';
      const code = `<div dir="ltr" style="font-family:Menlo,Consolas,'Courier New',monospace;font-size:${Math.round(look.fontSize * 1.375)}px;font-weight:700;letter-spacing:2px;line-height:1.3">${renderer.text('code')}</div>`;
      const cell = `<td align="center" style="border:2px dashed ${look.lineColor};border-radius:6px;padding:16px">${label}${code}</td>`;
      return [renderer.row('mj-table', { align: 'center' }, `<tr>${cell}</tr>`)];
    },
    text: (_block, renderer) => [renderer.plain('label'), renderer.plain('code')].filter(Boolean).join(': '),
  },
);
