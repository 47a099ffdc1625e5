import { describe, expect, test } from 'vitest';
import { templateParts, variableLabel } from './template-text.rules.ts';

test.each([
  ['variables.order_number', 'Order number'],
  ['variables.customer.firstName', 'Customer first name'],
  ['variables.order.line_items[0].title', 'Line items title'],
  ['variables.order["first-name"]', 'Order first name'],
  ['item.name', 'Item name'],
])('labels %s as "%s"', (path, label) => {
  expect(variableLabel(path)).toBe(label);
});

describe('parts of a template', () => {
  test('names variables whatever their filters', () => {
    expect(templateParts('Order {{ variables.order_number | default: "x" }} is ready')).toEqual([
      { text: 'Order ' },
      { variable: 'Order number' },
      { text: ' is ready' },
    ]);
  });

  test('leaves conditions out and keeps their text', () => {
    expect(templateParts('Hi{% if variables.name %} {{ variables.name }}{% endif %}!')).toEqual([
      { text: 'Hi' },
      { text: ' ' },
      { variable: 'Name' },
      { text: '!' },
    ]);
  });

  test('keeps unclosed Liquid as text', () => {
    expect(templateParts('Order {{ variables.a')).toEqual([{ text: 'Order {{ variables.a' }]);
  });
});
