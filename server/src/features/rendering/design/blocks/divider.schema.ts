import { leaf, visibleBlockFields } from './block.schema.ts';
import { color, pixels } from './fields.schema.ts';

export const divider = leaf(
  'divider',
  'A horizontal line.',
  {
    ...visibleBlockFields,
    color: color.nullable().default(null).describe('`null`: a quiet grey.'),
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
