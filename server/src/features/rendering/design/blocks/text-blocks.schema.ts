import { z } from 'zod';
import { leaf, visibleBlockFields } from './block.schema.ts';
import { align, color, link, liquidText, pixels, richText } from './fields.schema.ts';

export const text = leaf(
  'text',
  'Formatted text: paragraphs, lists, links and tables.',
  {
    ...visibleBlockFields,
    html: richText('The text.'),
    align: align.default('start'),
    fontSize: pixels(10, 40).nullable().default(null).describe('`null`: the font size of the design.'),
  },
  {
    sample: {
      html: '<p>Your order <b>{{ variables.order.name }}</b> is on its way. <a href="{{ variables.order.status_url }}">Track your order</a>.</p>',
    },
    rows: (block, renderer) => [
      renderer.row(
        'mj-text',
        { align: renderer.align(block.align), ...(block.fontSize && { 'font-size': `${block.fontSize}px` }) },
        renderer.rich('html'),
      ),
    ],
    text: (_block, renderer) => renderer.plainRich('html'),
  },
);

/** Sizes by level, relative to the text size. */
const sizes = [1.75, 1.375, 1.125, 1];

export const heading = leaf(
  'heading',
  'A heading.',
  {
    ...visibleBlockFields,
    text: liquidText('Text of the heading.'),
    level: z.int().min(1).max(4).default(2).describe('1 is the largest.'),
    align: align.default('start'),
    color: color.nullable().default(null).describe('`null`: the text color.'),
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

export const button = leaf(
  'button',
  'A button with a link.',
  {
    ...visibleBlockFields,
    label: liquidText('Label of the button.', 500),
    url: link('Link target.'),
    color: color
      .nullable()
      .default(null)
      .describe('Color of the label; `null`: a color that is readable on the button.'),
    fill: color
      .nullable()
      .default(null)
      .describe('Color of the button; `null`: `global.buttonFill`, otherwise the link color.'),
    radius: pixels(0, 50).optional().describe('Corner radius. Default: `global.buttonRadius`.'),
    align: align.default('center'),
    fullWidth: z.boolean().default(false),
  },
  {
    sample: { label: 'View your order', url: '{{ variables.order.status_url }}' },
    rows(block, renderer) {
      const { look } = renderer;
      const fill = block.fill ?? look.buttonFill ?? look.linkColor;
      // The default label color goes with the default fill only.
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

export const html = leaf(
  'html',
  'Your own HTML, for anything the other blocks cannot do.',
  { ...visibleBlockFields, html: richText('The HTML.') },
  {
    sample: {
      html: '<table width="100%"><tr><td style="padding:8px">Gift card</td><td align="right">{{ variables.gift_card.balance | money: "EUR" }}</td></tr></table>',
    },
    rows: (_block, renderer) => [
      renderer.row('mj-text', { align: renderer.look.start }, renderer.rich('html')),
    ],
    text: (_block, renderer) => renderer.plainRich('html'),
  },
);
