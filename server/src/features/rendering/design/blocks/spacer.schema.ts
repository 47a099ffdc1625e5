import { leaf, visibleBlockFields } from './block.schema.ts';
import { pixels } from './fields.schema.ts';

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
