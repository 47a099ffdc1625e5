import { z } from 'zod';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { itemName, repetitions, source } from './fields.schema.ts';

const show = z
  .strictObject({
    image: z.boolean().default(true),
    variant: z.boolean().default(true),
    quantity: z.boolean().default(true),
    price: z.boolean().default(true),
  })
  .describe('Which columns there are.');

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
      // A table in the cell: without a picture the cell must be narrow, and Outlook applies padding to cells only.
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
