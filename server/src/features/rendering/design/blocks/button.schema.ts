import { z } from 'zod';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, color, link, liquidText, pixels } from './fields.schema.ts';

export const button = leaf(
  'button',
  'A button with a link.',
  {
    ...visibleBlockFields,
    label: liquidText('What it says.', 500),
    url: link('Where it leads.'),
    color: color.nullable().default(null).describe('Of its label; `null`: what can be read on its colour.'),
    fill: color
      .nullable()
      .default(null)
      .describe('Its own colour; `null`: that of `global.buttonFill`, else of links.'),
    radius: pixels(0, 50).optional().describe('Round corners; left out: those of `global.buttonRadius`.'),
    align: align.default('center'),
    fullWidth: z.boolean().default(false),
  },
  {
    sample: { label: 'View your order', url: '{{ variables.order.status_url }}' },
    rows(block, renderer) {
      const { look } = renderer;
      const fill = block.fill ?? look.buttonFill ?? look.linkColor;
      // A label's color was chosen for the fill it came with.
      const ink = block.color ?? (block.fill === null ? look.buttonColor : null) ?? renderer.inkOn(fill);
      return [
        renderer.row(
          'mj-button',
          {
            href: renderer.url('url'),
            'background-color': fill,
            color: ink,
            'border-radius': `${block.radius ?? look.buttonRadius}px`,
            align: renderer.align(block.align),
            'font-size': `${look.fontSize}px`,
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
