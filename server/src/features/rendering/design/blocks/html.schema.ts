import { leaf, visibleBlockFields } from './block.schema.ts';
import { richText } from './fields.schema.ts';

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
