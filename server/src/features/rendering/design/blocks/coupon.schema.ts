import { leaf, visibleBlockFields } from './block.schema.ts';
import { liquidText } from './fields.schema.ts';

export const coupon = leaf(
  'coupon',
  'A discount code in a frame, to copy.',
  {
    ...visibleBlockFields,
    code: liquidText('The code.', 500),
    label: liquidText('A line above it.', 500).default(''),
  },
  {
    sample: { code: '{{ variables.discount.code }}', label: '10 % off your next order' },
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
