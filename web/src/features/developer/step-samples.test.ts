import { expect, test } from 'vitest';
import { sampleVariables } from './step-samples.ts';

test('adds every required variable and keeps the given ones', () => {
  const given = { order: { name: '#7' }, shop: 'none' };
  const required = ['order.name', 'order.id', 'shop.id', 'constructor.name', 'lines[0].title'];
  expect(sampleVariables(given, required)).toEqual({
    order: { name: '#7', id: '1001' },
    shop: { id: '1001' },
    constructor: { name: '1001' },
  });
  expect(given).toEqual({ order: { name: '#7' }, shop: 'none' });
});

test('no variable path reaches the object prototype', () => {
  sampleVariables(undefined, [
    '__proto__.polluted',
    'constructor.prototype.polluted',
    'order.__proto__.polluted',
  ]);
  expect('polluted' in {}).toBe(false);
});
