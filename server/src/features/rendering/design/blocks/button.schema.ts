import { z } from 'zod';
import { leaf, placed } from './block.schema.ts';
import { align, color, link, liquidText, pixels } from './fields.schema.ts';

export const button = leaf(
  'button',
  'A button that leads somewhere.',
  {
    ...placed,
    label: liquidText('What it says.', 500),
    url: link('Where it leads.'),
    color: color.nullable().default(null).describe('Of its label; `null`: what can be read on its colour.'),
    fill: color.nullable().default(null).describe('Its own colour; `null`: the colour of links.'),
    radius: pixels(0, 50).default(4),
    align: align.default('center'),
    fullWidth: z.boolean().default(false),
  },
  {
    sample: { label: 'View your order', url: '{{ variables.order.status_url }}' },
    rows(block, renderer) {
      const fill = block.fill ?? renderer.look.linkColor;
      const ink = block.color ?? renderer.inkOn(fill);
      return [
        renderer.row(
          'mj-button',
          {
            href: renderer.url('url'),
            'background-color': fill,
            color: ink,
            'border-radius': `${block.radius}px`,
            align: renderer.align(block.align),
            'font-size': `${renderer.look.fontSize}px`,
            'font-weight': '600',
            'inner-padding': '12px 28px',
            'css-class': renderer.filled(fill, ink),
            ...(block.fullWidth && { width: '100%' }),
          },
          renderer.text('label'),
        ),
      ];
    },
    text: (_block, renderer) => `${renderer.plain('label')}:\n${renderer.plain('url')}`,
  },
);
